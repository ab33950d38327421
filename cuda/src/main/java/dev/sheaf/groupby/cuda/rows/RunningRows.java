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

/// What the rows so far come to, for each row, and the numbers of the rows that are kept: `running_rows.cu`.
public record RunningRows(DeviceRun run, KernelStore kernels) {
    private static final int THREADS = 256;

    /// Bytes of a `Run` at most.
    private static final int RUN_BYTES = 32;

    private static final String PURPOSE = "running rows";

    /// What the kernel is compiled for.
    private enum Kind {
        SUMS,
        LEAST,
        GREATEST,
        KEPT
    }

    /// Numbers of rows, 32 bits.
    record Kept(Buffer numbers, long count) implements AutoCloseable {
        @Override
        public void close() {
            numbers.close();
        }
    }

    /// Why the device computes no running values of an aggregation, if it does not.
    static Optional<String> refusal(Aggregation aggregation, DataType input, DataType result) {
        boolean isKnown = switch (aggregation) {
            case Aggregation.Sum() ->
                (input instanceof IntType && result.equals(DataType.INT64))
                        || (input.isFloating() && result.equals(DataType.FLOAT64));
            case Aggregation.Min(), Aggregation.Max() -> CudaType.supports(input) && input.equals(result);
            default -> false;
        };
        return isKnown
                ? Optional.empty()
                : Optional.of("a running " + aggregation + " of " + input + " is computed on the CPU");
    }

    /// The running values of a column, to be closed by the caller; of one that [#refusal] does not refuse.
    ///
    /// @throws Projection.Fault if a sum does not fit its type
    DeviceColumn of(Aggregation aggregation, DeviceColumn column, DataType result) {
        Kind kind = aggregation instanceof Aggregation.Sum
                ? Kind.SUMS
                : aggregation instanceof Aggregation.Min ? Kind.LEAST : Kind.GREATEST;
        long rows = column.length();
        CudaType type = CudaType.of(result);
        try (Closer closer = new Closer()) {
            Buffer values = closer.add(run.allocate(Math.max(1, rows * type.byteWidth()), PURPOSE));
            Buffer bits = closer.add(run.allocate(bitBytes(rows), PURPOSE));
            if (rows > 0 && running(specialization(kind, column.cudaType(), type), column, values, bits) != 0) {
                throw new Projection.Fault();
            }
            closer.release();
            return new DeviceColumn(result, rows, values, bits, 0);
        }
    }

    /// The numbers of the rows whose bit is set and valid, in order, to be closed by the caller.
    Kept kept(DeviceColumn bools) {
        long rows = bools.length();
        if (rows == 0) {
            return new Kept(run.allocate(1, PURPOSE), 0);
        }
        Specialization kernel = specialization(Kind.KEPT, CudaType.U8, CudaType.U64);
        try (Work work = new Work(rows)) {
            work.launch(kernel, "run_tiles", work.blocks(), bools, 0, 0);
            work.launch(kernel, "run_starts", 1, bools, 0, 0);
            work.signal.await();
            long count = work.signal.get(0);
            Buffer numbers = run.allocate(Math.max(1, count * Integer.BYTES), PURPOSE);
            try {
                work.launch(kernel, "kept_rows", work.blocks(), bools, numbers.address(), 0);
                return new Kept(numbers, count);
            } catch (RuntimeException | Error failure) {
                numbers.close();
                throw failure;
            }
        }
    }

    private long running(Specialization kernel, DeviceColumn column, Buffer values, Buffer bits) {
        try (Work work = new Work(column.length())) {
            work.launch(kernel, "run_tiles", work.blocks(), column, 0, 0);
            work.launch(kernel, "run_starts", 1, column, 0, 0);
            work.launch(kernel, "running_rows", work.blocks(), column, values.address(), bits.address());
            work.signal.await();
            return work.signal.get(0);
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

    /// What is compiled for numbers of rows.
    public static Specialization kept() {
        return specialization(Kind.KEPT, CudaType.U8, CudaType.U64);
    }

    private static Specialization specialization(Kind kind, CudaType value, CudaType result) {
        CudaType total = kind == Kind.SUMS && !result.isFloating() ? CudaType.I128 : result;
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
        private final long rows;
        private final Buffer tiles;
        private final Buffer counters;
        private final Signal signal;

        Work(long rows) {
            this.rows = rows;
            try (Closer closer = new Closer()) {
                tiles = closer.add(run.allocate((long) blocks() * RUN_BYTES, PURPOSE));
                counters = closer.add(run.filled(2L * Long.BYTES, 0, PURPOSE));
                signal = new Signal(run.accounts(), 1, PURPOSE, run.stream());
                closer.release();
            }
        }

        int blocks() {
            return Math.toIntExact((rows + THREADS - 1) / THREADS);
        }

        void launch(
                Specialization purpose, String function, int blocks, DeviceColumn column, long to, long toValidity) {
            Kernel kernel = kernels.get(purpose, () -> purpose);
            KernelStruct job = new KernelStruct(run.stream())
                    .add(rows)
                    .add(column.values().address())
                    .add(column.validityAddress())
                    .add(column.firstBit())
                    .add(tiles.address())
                    .add(to)
                    .add(toValidity)
                    .add(counters.address())
                    .add(counters.address() + Long.BYTES)
                    .add(signal.address());
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
