package dev.sheaf.groupby.cpu;

import java.lang.foreign.MemorySegment;

/// One pass over a chunk that takes a step for each of several states of a row's group.
@FunctionalInterface
interface FusedLoop {

    /// What happens to one state.
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

    /// Takes the steps for rows `0 .. rows - 1`. `ids` has the group ids for each of the feeds that the loop was
    /// made for, `longs` or `doubles` the values of each step that takes some, in [StateRows] `states`.
    void add(int[][] ids, int rows, MemorySegment states, long[][] longs, double[][] doubles);
}
