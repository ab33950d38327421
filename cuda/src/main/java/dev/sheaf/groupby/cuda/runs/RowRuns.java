package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import org.jspecify.annotations.Nullable;

/// The rows of a table run by run on a device. All numbers are of 32 bits.
///
/// @param rows how many there are
/// @param order the row of each place
/// @param places the place of each row
/// @param groups the group of each row, if there are several
/// @param leftOut the group of rows that are in none
/// @param marks a byte a place: bit 0 where a run begins, bit 1 where peers do
/// @param runs where the run of each place begins, and where one that begins at a place ends
/// @param peers the same of peers
/// @param isTableOrder whether places are rows
record RowRuns(
        int rows,
        Buffer order,
        Buffer places,
        @Nullable Buffer groups,
        int leftOut,
        Buffer marks,
        Bounds runs,
        Bounds peers,
        boolean isTableOrder)
        implements AutoCloseable {
    /// What finds runs and what rows get from them.
    static final Specialization KERNEL = Specialization.of(KernelFile.RUNS);

    static final int RUN_MARK = 1;
    static final int PEER_MARK = 2;

    /// Where what belongs together begins and ends.
    record Bounds(Buffer starts, Buffer ends) implements AutoCloseable {
        Bounds retain() {
            return new Bounds(starts.retain(), ends.retain());
        }

        @Override
        public void close() {
            starts.close();
            ends.close();
        }
    }

    @Override
    public void close() {
        order.close();
        places.close();
        if (groups != null) {
            groups.close();
        }
        marks.close();
        runs.close();
        peers.close();
    }
}
