package dev.sheaf.groupby.cpu.reduce;

import org.jspecify.annotations.Nullable;

/// A reduction of one eight-byte state a group that changes by one simple step a row, so that generated loops may keep
/// its states elsewhere while rows arrive.
public sealed interface DirectReduction permits CountReduction, SumLongReduction, SumDoubleReduction, ExtremeReduction {

    /// What happens to a state for a row.
    enum Step {
        /// Adds 1.
        COUNT,
        /// Adds a long.
        ADD_LONG,
        /// Adds a double.
        ADD_DOUBLE,
        /// Takes the lesser long.
        MIN,
        /// Takes the greater long.
        MAX
    }

    /// The step, or null if there is none for what this reduction does.
    @Nullable
    Step step();

    /// Adds states that rows have left elsewhere: for each group its id, or -1 if none of its rows counted, and
    /// its state, a double as its bits. `complete` says that none is -1.
    void absorb(int[] ids, long[] values, int count, boolean complete, int groupCount);
}
