package dev.sheaf.groupby.cuda.scan;

/// An operation over an argument; -1 stands for the row itself.
///
/// @param number of a quantile or of the low half of an extreme, what tells it from others; of a sum, which
///     32 bits of the values are added up, 1 for the lowest ones, or 0 for all
public record ScanCell(Operation operation, int argument, int number) {
    /// The operations of cells, numbered as in `scan.cuh`; MEAN and those behind it are of `group_members.cu`,
    /// but the last three: extremes of 128 bits keep the high half in a cell, and the low half in the one behind
    /// it.
    public enum Operation {
        COUNT,
        SUM,
        MIN,
        MAX,
        MEAN,
        SQUARES,
        QUANTILE,
        MIN_WIDE,
        MAX_WIDE,
        LOW,
        BIT_AND,
        BIT_OR,
        BIT_XOR
    }

    public ScanCell(Operation operation, int argument) {
        this(operation, argument, 0);
    }

    /// The sum of a limb of the values.
    public static ScanCell ofLimb(int argument, int limb) {
        return new ScanCell(Operation.SUM, argument, limb + 1);
    }

    boolean isLimb() {
        return operation == Operation.SUM && number > 0;
    }

    /// Which limb it adds up.
    public int limb() {
        return number - 1;
    }

    boolean isWideExtreme() {
        return operation == Operation.MIN_WIDE || operation == Operation.MAX_WIDE;
    }
}
