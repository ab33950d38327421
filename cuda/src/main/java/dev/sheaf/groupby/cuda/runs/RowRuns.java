package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.memory.Buffer;
import org.jspecify.annotations.Nullable;

/// The rows of a table run by run on a device. All numbers are of 32 bits.
///
/// @param rows how many there are
/// @param sort has the row of each place, and the place of each row
/// @param groups the group of each row, if there are several
/// @param leftOut the group of rows that are in none; -1 if there are no such rows
/// @param marks a byte a place: bit 0 where a run begins, bit 1 where peers do
/// @param runs where the run of each group begins and ends, if it has rows
/// @param peers where the peers of each place begin, and where those that begin at a place end; null if all rows of
///     a run are peers
record RowRuns(
        int rows,
        GroupRowsSort sort,
        @Nullable Buffer groups,
        int leftOut,
        Buffer marks,
        Bounds runs,
        @Nullable Bounds peers)
        implements AutoCloseable {
    /// What finds runs and what rows get from them.
    static final Specialization KERNEL = Specialization.of(KernelFile.RUNS);

    /// The mark of a row that begins peers; that of one that begins a run is 1.
    static final int PEER_MARK = 2;

    /// Where what belongs together begins and ends.
    record Bounds(Buffer starts, Buffer ends) implements AutoCloseable {
        @Override
        public void close() {
            starts.close();
            ends.close();
        }
    }

    Buffer order() {
        return sort.order();
    }

    boolean mayLeaveOut() {
        return leftOut >= 0;
    }

    @Override
    public void close() {
        sort.close();
        if (groups != null) {
            groups.close();
        }
        marks.close();
        runs.close();
        if (peers != null) {
            peers.close();
        }
    }
}
