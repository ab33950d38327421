package dev.sheaf.groupby.cuda.rows;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;

/// What marked rows so far come to, for each row, of all rows or of its run, and the numbers of the rows that are
/// kept: `running_rows.cu`. Rows that begin a run have bit 0 of their byte in `runs` set. Results are the
/// caller's.
public record RunningRows(DeviceRun run, KernelStore kernels) {
    private static final int THREADS = 256;

    /// As in `running_rows.cu`: rows of a thread.
    private static final long ROWS = 8;

    /// Bytes of a `Run`.
    private static final int RUN_BYTES = 3 * Integer.BYTES;

    private static final String PURPOSE = "running rows";

    /// What the kernel is compiled for.
    private enum Kind {
        KEPT,
        LATEST,
        COUNTS
    }

    /// Numbers of rows, 32 bits.
    public record Kept(Buffer numbers, long count) implements AutoCloseable {
        @Override
        public void close() {
            numbers.close();
        }
    }

    /// For each row the number of the last one so far whose byte in `marks` has the bit of `mask`, int32, -1
    /// without one; `reversed`, of the first one from there on.
    public Buffer latest(Buffer marks, long rows, int mask, boolean reversed) {
        return ofMarks(Kind.LATEST, new Input(rows, marks.address(), 0, 0, 0, mask, reversed));
    }

    /// For each row how many rows so far in its run have a byte in `marks` with the bit of `mask`, int32.
    public Buffer counts(Buffer marks, long rows, int mask, Buffer runs) {
        return ofMarks(Kind.COUNTS, new Input(rows, marks.address(), 0, 0, runs.address(), mask, false));
    }

    private Buffer ofMarks(Kind kind, Input marks) {
        try (Closer closer = new Closer()) {
            Buffer numbers = closer.add(run.allocate(Math.max(1, marks.rows() * Integer.BYTES), PURPOSE));
            if (marks.rows() > 0) {
                running(kind, marks, numbers);
            }
            closer.release();
            return numbers;
        }
    }

    /// The numbers of the rows whose bit is set and valid, in order, to be closed by the caller.
    public Kept kept(DeviceColumn bools) {
        long rows = bools.length();
        if (rows == 0) {
            return new Kept(run.allocate(1, PURPOSE), 0);
        }
        Specialization kernel = kept();
        try (Work work = new Work(Input.of(bools))) {
            work.launch(kernel, "run_tiles", work.blocks(), 0);
            work.launch(kernel, "run_starts", 1, 0);
            work.signal.await();
            long count = work.signal.get(0);
            Buffer numbers = run.allocate(Math.max(1, count * Integer.BYTES), PURPOSE);
            try {
                work.launch(kernel, "kept_rows", work.blocks(), numbers.address());
                return new Kept(numbers, count);
            } catch (RuntimeException | Error failure) {
                numbers.close();
                throw failure;
            }
        }
    }

    private void running(Kind kind, Input input, Buffer numbers) {
        Specialization kernel = specialization(kind);
        try (Work work = new Work(input)) {
            work.launch(kernel, "run_tiles", work.blocks(), 0);
            work.launch(kernel, "run_starts", 1, 0);
            work.launch(kernel, "running_rows", work.blocks(), numbers.address());
        }
    }

    /// What rows are read from.
    private record Input(
            long rows, long values, long validity, long firstBit, long runs, int mask, boolean isReversed) {
        static Input of(DeviceColumn bools) {
            return new Input(
                    bools.length(), bools.values().address(), bools.validityAddress(), bools.firstBit(), 0, 0, false);
        }
    }

    /// What is compiled for the last marks.
    public static Specialization latest() {
        return specialization(Kind.LATEST);
    }

    /// What is compiled for numbers of marks.
    public static Specialization counts() {
        return specialization(Kind.COUNTS);
    }

    /// What is compiled for numbers of rows.
    public static Specialization kept() {
        return specialization(Kind.KEPT);
    }

    private static Specialization specialization(Kind kind) {
        return Specialization.of(KernelFile.RUNNING_ROWS)
                .number("KIND", kind.ordinal())
                .number("THREADS", THREADS);
    }

    /// The memory of one computation.
    private final class Work implements AutoCloseable {
        private final Input input;
        private final Buffer tiles;
        private final Buffer counters;
        private final Signal signal;

        Work(Input input) {
            this.input = input;
            try (Closer closer = new Closer()) {
                tiles = closer.add(run.allocate((long) blocks() * RUN_BYTES, PURPOSE));
                counters = closer.add(run.filled(2L * Long.BYTES, 0, PURPOSE));
                signal = new Signal(run.accounts(), 1, PURPOSE, run.stream());
                closer.release();
            }
        }

        int blocks() {
            return Math.toIntExact((input.rows() + THREADS * ROWS - 1) / (THREADS * ROWS));
        }

        void launch(Specialization purpose, String function, int blocks, long to) {
            Kernel kernel = kernels.get(purpose, () -> purpose);
            KernelStruct params = new KernelStruct(run.stream())
                    .add(input.rows())
                    .add(input.values())
                    .add(input.validity())
                    .add(input.firstBit())
                    .add(tiles.address())
                    .add(to)
                    .add(counters.address())
                    .add(counters.address() + Long.BYTES)
                    .add(signal.address())
                    .add(input.runs())
                    .add((long) input.mask())
                    .add(input.isReversed() ? 1L : 0L);
            run.stream().launchWith(kernel.function(function), new LaunchShape(blocks, THREADS), params.segment());
        }

        @Override
        public void close() {
            tiles.close();
            counters.close();
            signal.close();
        }
    }
}
