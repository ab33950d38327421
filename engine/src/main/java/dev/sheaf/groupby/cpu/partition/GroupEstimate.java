package dev.sheaf.groupby.cpu.partition;

/// How many groups the whole input has, as far as its first rows tell.
public final class GroupEstimate {
    private GroupEstimate() {}

    /// About how many keys come in no order, if the last rows raised the number of those known from `before` to
    /// `now`, and the share `newShare` of the rows had a new one.
    public static double of(int before, int now, double newShare) {
        return (before + now) / 2.0 / Math.max(Double.MIN_NORMAL, 1 - newShare);
    }
}
