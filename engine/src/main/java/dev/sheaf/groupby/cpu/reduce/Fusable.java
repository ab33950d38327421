package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.loop.FusedLoop;
import org.jspecify.annotations.Nullable;

/// A reduction of one eight-byte state a group that changes by one simple step a row, so that it may share a loop
/// with others (`FusedReductions`).
public sealed interface Fusable permits CountReduction, SumLongReduction, SumDoubleReduction, ExtremeReduction {

    /// The step, or null if there is none for what this reduction does.
    FusedLoop.@Nullable Step step();

    /// The states.
    StateColumn states();

    /// Takes note of a chunk whose steps a shared loop is about to take; false if the reduction has to take them
    /// on its own.
    boolean begin(ReductionInput feed, int groupCount);

    /// Adds states that rows have left elsewhere: for each group its id, or -1 if none of its rows counted, and
    /// its state, a double as its bits. `complete` says that none is -1.
    void absorb(int[] ids, long[] values, int count, boolean complete, int groupCount);
}
