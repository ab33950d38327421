package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.window.Frame;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which row or which number each row of a table gets: `pick_rows` and `rank_rows` of `runs.cu`. Results are in
/// the order of the table and the caller's.
record RunPicks(RowRuns runs, DeviceRun run, KernelStore kernels) {
    /// The row of a row that finds none.
    static final long NO_ROW = 0xffffffffL;

    private static final int THREADS = 256;
    private static final String PURPOSE = "rows that are picked";

    /// Which row a result is taken from, as `runs.cu` numbers them.
    enum Row {
        SCANNED,
        NTH,
        LAST_VALID,
        FIRST_VALID
    }

    /// What a number says, likewise.
    enum Ranking {
        ROW_NUMBER,
        LEAST_RANK,
        MOST_RANK,
        MEAN_RANK,
        DENSE_RANK,
        SHARE_SO_FAR,
        TILE,
        ROWS,
        COUNTED
    }

    /// Where frames end that begin with the run.
    record End(int bound, long distance) {
        static final End NONE = new End(0, 0);

        /// Whether the frame of each row ends with the row.
        boolean isRow() {
            return bound == 0 && distance == 0;
        }

        /// Empty if it depends on values, or on the numbers of peers.
        static Optional<End> of(Frame frame) {
            boolean begins = frame.lower() instanceof Frame.Unbounded && frame.exclusion() == Frame.Exclusion.NOTHING;
            if (!begins) {
                return Optional.empty();
            }
            boolean byRows = frame.unit() == Frame.Unit.ROWS;
            return switch (frame.upper()) {
                case Frame.Unbounded() -> Optional.of(new End(2, 0));
                case Frame.Current() -> Optional.of(new End(byRows ? 0 : 1, 0));
                case Frame.Distance(long rows) -> byRows ? Optional.of(new End(0, within(rows))) : Optional.empty();
                case Frame.Edge _, Frame.Steps _ -> Optional.empty();
            };
        }

        /// No run is longer, and a place and a distance do not overflow.
        private static long within(long rows) {
            return Math.clamp(rows, -Integer.MAX_VALUE, Integer.MAX_VALUE);
        }
    }

    /// Numbers of an array that a kernel reads by place, and the column whose nulls get nothing.
    record Reads(@Nullable Buffer found, @Nullable DeviceColumn nulls) {
        static final Reads NOTHING = new Reads(null, null);
    }

    /// The values of `source` at the rows that rows pick, null where they pick none; empty if texts come to
    /// more than 2 GiB.
    ///
    /// @param nth which row of the frame, from 1 on or, from its end, from -1 on
    Optional<DeviceColumn> take(DeviceColumn source, Row what, End end, long nth, Reads reads) {
        try (Buffer numbers = ints()) {
            launch("pick_rows", what.ordinal(), end, end.distance(), nth, reads, numbers, null);
            return gathered(source, null, numbers);
        }
    }

    /// The values of `source` that are shifted by `distance`; `filler` is the row for rows that find none.
    Optional<DeviceColumn> shifted(DeviceColumn source, long distance, long filler) {
        try (Buffer rowsOfPlaces = ints()) {
            run.each(
                    RowRuns.KERNEL,
                    "shift_rows",
                    runs.rows(),
                    runs.order().address(),
                    address(runs.groupsInOrder()),
                    runs.rows(),
                    distance,
                    filler,
                    runs.leftOut(),
                    rowsOfPlaces.address());
            return gathered(source, runs.sort().places(), rowsOfPlaces);
        }
    }

    private boolean mayBeNull(Reads reads) {
        return runs.mayLeaveOut() || reads.nulls() != null;
    }

    private Optional<DeviceColumn> gathered(DeviceColumn source, @Nullable Buffer places, Buffer rows) {
        return new GatheredRows(runs.rows(), places, rows, null, kernels, run.accounts(), run.stream()).ofSome(source);
    }

    /// A number for each row. `argument` is that of tiles and shares.
    DeviceColumn number(Ranking what, DataType type, End end, long argument, Reads reads) {
        try (Closer closer = new Closer()) {
            Buffer values = closer.add(run.allocate(Math.max(1, (long) runs.rows() * Long.BYTES), PURPOSE));
            Buffer taken = closer.add(bits());
            launch("rank_rows", what.ordinal(), end, argument, 0, reads, values, taken);
            closer.release();
            boolean mayBeNull = mayBeNull(reads);
            if (!mayBeNull) {
                taken.close();
            }
            return new DeviceColumn(type, runs.rows(), values, mayBeNull ? taken : null, 0);
        }
    }

    private Buffer ints() {
        return run.allocate(Math.max(1, (long) runs.rows() * Integer.BYTES), PURPOSE);
    }

    private Buffer bits() {
        return run.allocate(Math.max(1, (runs.rows() + 31L) / 32 * Integer.BYTES), PURPOSE);
    }

    private void launch(
            String function, int what, End end, long number, long nth, Reads reads, Buffer to, @Nullable Buffer taken) {
        if (runs.rows() == 0) {
            return;
        }
        DeviceColumn nulls = reads.nulls();
        RowRuns.Bounds peers = runs.peers();
        KernelStruct params = new KernelStruct(run.stream())
                .add((long) runs.rows())
                .add(runs.order().address())
                .add(runs.sort().places().address())
                .add(address(runs.groups()))
                .add((long) runs.leftOut())
                .add(runs.runs().starts().address())
                .add(runs.runs().ends().address())
                .add(peers == null ? 0 : peers.starts().address())
                .add(peers == null ? 0 : peers.ends().address())
                .add(address(reads.found()))
                .add(nulls == null ? 0 : nulls.validityAddress())
                .add(nulls == null ? 0 : nulls.firstBit())
                .add((long) what)
                .add((long) end.bound())
                .add(number)
                .add(nth)
                .add(to.address())
                .add(address(taken));
        int blocks = (runs.rows() + THREADS - 1) / THREADS;
        Kernel kernel = kernels.get(RowRuns.KERNEL, () -> RowRuns.KERNEL);
        run.stream().launchWith(kernel.function(function), new LaunchShape(blocks, THREADS), params.segment());
    }

    private static long address(@Nullable Buffer buffer) {
        return buffer == null ? 0 : buffer.address();
    }
}
