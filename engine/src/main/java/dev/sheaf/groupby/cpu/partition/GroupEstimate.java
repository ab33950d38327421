package dev.sheaf.groupby.cpu.partition;

import java.util.concurrent.atomic.AtomicInteger;

/// How many groups each of several tasks will find, whose keys are spread over the tasks by their hash. Thread-safe.
///
/// What the first rows tell is all that the first tasks have; with keys that are not equally frequent it is far too
/// little. Later tasks expect what the largest of those before found, as many keys as any other within chance.
public final class GroupEstimate {
    /// Tasks have so many more groups than the largest before, for all but few of them.
    private static final double CHANCE = 1.04;

    private final AtomicInteger most = new AtomicInteger();

    /// About how many keys come in no order, if the last rows raised the number of those known from `before` to
    /// `now`, and the share `newShare` of the rows had a new one.
    public static double of(int before, int now, double newShare) {
        return (before + now) / 2.0 / Math.max(Double.MIN_NORMAL, 1 - newShare);
    }

    /// Takes note of what a task has found.
    public void found(int groups) {
        most.accumulateAndGet(groups, Math::max);
    }

    /// About how many groups the next task finds, with a few to spare: at most `input`, and about `first` if no task
    /// has ended.
    public int ofTask(double first, long input) {
        int known = most.get();
        double expected = known == 0 ? first : CHANCE * known;
        return (int) Math.min(Integer.MAX_VALUE, Math.min(input, expected));
    }
}
