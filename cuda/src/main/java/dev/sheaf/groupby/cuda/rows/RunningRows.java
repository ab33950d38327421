package dev.sheaf.groupby.cuda.rows;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the rows so far come to, for each row, of all rows or of its run, and the numbers of the rows that are
/// kept: `running_rows.cu`. Rows that begin a run have bit 0 of their byte in `runs` set. Results are the
/// caller's.
public record RunningRows(DeviceRun run, KernelStore kernels) {
    private static final int THREADS = 256;

    /// As in `running_rows.cu`: rows of a thread.
    private static final long ROWS = 8;

    /// Bytes of a `Run` at most.
    private static final int RUN_BYTES = 32;

    private static final String PURPOSE = "running rows";

    /// What the kernel is compiled for.
    private enum Kind {
        SUMS,
        LEAST,
        GREATEST,
        KEPT,
        LATEST,
        COUNTS,
        MEANS,
        PRODUCTS
    }

    /// Numbers of rows, 32 bits.
    record Kept(Buffer numbers, long count) implements AutoCloseable {
        @Override
        public void close() {
            numbers.close();
        }
    }

    /// Why the device computes no running values of an aggregation, if it does not.
    public static Optional<String> refusal(Aggregation aggregation, DataType input, DataType result) {
        boolean isKnown = switch (aggregation) {
            case Aggregation.Sum() ->
                (input instanceof IntType && result.equals(DataType.INT64))
                        || (input.isFloating() && result.equals(DataType.FLOAT64));
            case Aggregation.Mean() -> input instanceof IntType || input.isFloating();
            case Aggregation.Product() -> input.isFloating();
            case Aggregation.Min(), Aggregation.Max() -> CudaType.supports(input) && input.equals(result);
            default -> false;
        };
        return isKnown
                ? Optional.empty()
                : Optional.of("a running " + aggregation + " of " + input + " is computed on the CPU");
    }

    private static Kind kind(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Sum() -> Kind.SUMS;
            case Aggregation.Mean() -> Kind.MEANS;
            case Aggregation.Product() -> Kind.PRODUCTS;
            case Aggregation.Min() -> Kind.LEAST;
            case Aggregation.Max() -> Kind.GREATEST;
            default -> throw new IllegalArgumentException(aggregation + " is computed on the CPU");
        };
    }

    /// The running values of a column; of one that [#refusal] does not refuse.
    ///
    /// @throws Projection.Fault if a sum does not fit its type
    public DeviceColumn of(Aggregation aggregation, DeviceColumn column, DataType result, @Nullable Buffer runs) {
        long rows = column.length();
        CudaType type = CudaType.of(result);
        try (Closer closer = new Closer()) {
            Buffer values = closer.add(run.allocate(Math.max(1, rows * type.byteWidth()), PURPOSE));
            Buffer bits = column.validity() == null ? null : closer.add(run.allocate(bitBytes(rows), PURPOSE));
            long toBits = bits == null ? 0 : bits.address();
            Input input = Input.of(column, runs);
            if (rows > 0 && running(kind(aggregation), column.cudaType(), type, input, values, toBits) != 0) {
                throw new Projection.Fault();
            }
            closer.release();
            return new DeviceColumn(result, rows, values, bits, 0);
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
                running(kind, CudaType.U8, CudaType.U32, marks, numbers, 0);
            }
            closer.release();
            return numbers;
        }
    }

    /// The numbers of the rows whose bit is set and valid, in order, to be closed by the caller.
    Kept kept(DeviceColumn bools) {
        long rows = bools.length();
        if (rows == 0) {
            return new Kept(run.allocate(1, PURPOSE), 0);
        }
        Specialization kernel = specialization(Kind.KEPT, CudaType.U8, CudaType.U64);
        try (Work work = new Work(Input.of(bools, null))) {
            work.launch(kernel, "run_tiles", work.blocks(), 0, 0);
            work.launch(kernel, "run_starts", 1, 0, 0);
            work.signal.await();
            long count = work.signal.get(0);
            Buffer numbers = run.allocate(Math.max(1, count * Integer.BYTES), PURPOSE);
            try {
                work.launch(kernel, "kept_rows", work.blocks(), numbers.address(), 0);
                return new Kept(numbers, count);
            } catch (RuntimeException | Error failure) {
                numbers.close();
                throw failure;
            }
        }
    }

    private long running(Kind kind, CudaType value, CudaType result, Input input, Buffer values, long bits) {
        Specialization kernel = specialization(kind, value, result);
        try (Work work = new Work(input)) {
            work.launch(kernel, "run_tiles", work.blocks(), 0, 0);
            work.launch(kernel, "run_starts", 1, 0, 0);
            work.launch(kernel, "running_rows", work.blocks(), values.address(), bits);
            work.signal.await();
            return work.signal.get(0);
        }
    }

    /// What rows are read from.
    private record Input(
            long rows, long values, long validity, long firstBit, long runs, int mask, boolean isReversed) {
        static Input of(DeviceColumn column, @Nullable Buffer runs) {
            return new Input(
                    column.length(),
                    column.values().address(),
                    column.validityAddress(),
                    column.firstBit(),
                    runs == null ? 0 : runs.address(),
                    0,
                    false);
        }
    }

    /// What is compiled for sums of int32 and the like, for tests of compilers.
    public static Specialization sums(CudaType value) {
        return specialization(Kind.SUMS, value, value.isFloating() ? CudaType.F64 : CudaType.I64);
    }

    /// What is compiled for least values.
    public static Specialization least(CudaType value) {
        return specialization(Kind.LEAST, value, value);
    }

    /// What is compiled for means of int32 and the like.
    public static Specialization means(CudaType value) {
        return specialization(Kind.MEANS, value, CudaType.F64);
    }

    /// What is compiled for the last marks.
    public static Specialization latest() {
        return specialization(Kind.LATEST, CudaType.U8, CudaType.U32);
    }

    /// What is compiled for numbers of marks.
    public static Specialization counts() {
        return specialization(Kind.COUNTS, CudaType.U8, CudaType.U32);
    }

    /// What is compiled for numbers of rows.
    public static Specialization kept() {
        return specialization(Kind.KEPT, CudaType.U8, CudaType.U64);
    }

    private static Specialization specialization(Kind kind, CudaType value, CudaType result) {
        boolean isExact = switch (kind) {
            case SUMS, MEANS -> !value.isFloating();
            case LEAST, GREATEST, KEPT, LATEST, COUNTS, PRODUCTS -> false;
        };
        CudaType whole = value.byteWidth() <= Integer.BYTES ? CudaType.I64 : CudaType.I128; // 2^31 rows at most
        CudaType total = isExact ? whole : result;
        return Specialization.of(KernelFile.RUNNING_ROWS)
                .number("KIND", kind.ordinal())
                .type("Value", value)
                .type("Total", total)
                .type("Result", result)
                .number("THREADS", THREADS);
    }

    private static long bitBytes(long rows) {
        return Math.max(1, (rows + Integer.SIZE - 1) / Integer.SIZE * Integer.BYTES);
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

        void launch(Specialization purpose, String function, int blocks, long to, long toValidity) {
            Kernel kernel = kernels.get(purpose, () -> purpose);
            KernelStruct job = new KernelStruct(run.stream())
                    .add(input.rows())
                    .add(input.values())
                    .add(input.validity())
                    .add(input.firstBit())
                    .add(tiles.address())
                    .add(to)
                    .add(toValidity)
                    .add(counters.address())
                    .add(counters.address() + Long.BYTES)
                    .add(signal.address())
                    .add(input.runs())
                    .add((long) input.mask())
                    .add(input.isReversed() ? 1L : 0L);
            run.stream().launchWith(kernel.function(function), new LaunchShape(blocks, THREADS), job.segment());
        }

        @Override
        public void close() {
            tiles.close();
            counters.close();
            signal.close();
        }
    }
}
