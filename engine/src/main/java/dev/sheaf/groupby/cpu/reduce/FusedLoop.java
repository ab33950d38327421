package dev.sheaf.groupby.cpu.reduce;

import java.lang.foreign.MemorySegment;

/// One pass over a chunk that takes a step for each of several states of a row's group.
@FunctionalInterface
public interface FusedLoop {

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

    /// Takes the steps for rows `0 .. rows - 1` of a chunk that starts at row `from` of the columns.
    ///
    /// `ids` has the group ids; `masks`, for each of the masks that the loop was made for, a bit for each row
    /// of the columns, which is 0 for rows that do not count; `lanes` what each step reads.
    void add(int[] ids, int from, int rows, MemorySegment states, long[][] masks, Lanes lanes);

    /// What the steps of a loop read, by the place of the step: one of three, as its `StorageKind` says.
    record Lanes(MemorySegment[] columns, long[][] longs, double[][] doubles) {
        public Lanes(int places) {
            this(new MemorySegment[places], new long[places][], new double[places][]);
        }
    }
}
