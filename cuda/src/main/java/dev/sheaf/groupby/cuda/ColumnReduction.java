package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.sheaf.column.Int128;
import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/// Sum, least, greatest and number of the valid values of a column on the device, in one pass over it.
///
/// The same bits every time, since rows are assigned to threads by their numbers alone.
final class ColumnReduction {
    private static final int THREADS = 256;

    /// As in `reduce_column.cu`: 16-byte loads of a thread that are under way at once.
    private static final int LOADS = 4;

    private static final int LOAD_BYTES = 16;

    // The fields of a stored partial, 16 bytes each.
    private static final int PARTIAL_BYTES = 80;
    private static final int SUM = 0;
    private static final int SUM_HIGH = 16;
    private static final int LEAST = 32;
    private static final int GREATEST = 48;
    private static final int COUNT = 64;

    private final Kernels kernels;
    private final MemoryPool accounts;

    ColumnReduction(Kernels kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    /// What the valid values of a column come to. Without one, `least` and `greatest` mean nothing.
    sealed interface Summary {
        /// The number of valid values.
        long count();

        /// Of integers, decimals (unscaled), dates and times; exact.
        record Whole(long count, BigInteger sum, BigInteger least, BigInteger greatest) implements Summary {}

        /// Of floats; the sum is rounded, NaN comes after all numbers.
        record Floating(long count, double sum, double least, double greatest) implements Summary {}
    }

    /// The kernel for columns of a type.
    static Specialization specialization(CudaType type, boolean nulls) {
        return Specialization.of(KernelFile.REDUCE_COLUMN)
                .type("Value", type)
                .flag("HAS_NULLS", nulls)
                .number("THREADS", THREADS);
    }

    /// Reduces a column and waits for the result. Call inside [Device#call].
    Summary reduce(DeviceColumn column, Stream stream) {
        Device device = stream.device();
        try (Buffer result = device.memory().allocate(accounts, PARTIAL_BYTES, "reduced column", stream);
                Buffer host = device.pinned().allocate(accounts, PARTIAL_BYTES, "reduced column")) {
            launch(column, result, stream);
            MemorySegment partial = host.segment().asSlice(0, PARTIAL_BYTES);
            stream.download(result, 0, partial);
            stream.synchronize();
            return summary(column.cudaType(), partial);
        }
    }

    /// Reduces a column into the first bytes of `result`, in stream order.
    void launch(DeviceColumn column, Buffer result, Stream stream) {
        Device device = stream.device();
        Kernel kernel = kernels.kernel(specialization(column.cudaType(), column.validity() != null));
        CudaFunction reduce = kernel.function();
        int blocks = blocks(column, reduce, device);
        try (Buffer partials =
                device.memory().allocate(accounts, (long) blocks * PARTIAL_BYTES, "reduced blocks", stream)) {
            stream.launch(
                    reduce,
                    new LaunchShape(blocks, THREADS),
                    column.values().address(),
                    column.validityAddress(),
                    column.firstBit(),
                    column.length(),
                    partials.address());
            stream.launch(
                    kernel.function("merge_partials"),
                    new LaunchShape(1, THREADS),
                    partials.address(),
                    blocks,
                    result.address());
        }
    }

    /// As many blocks as run at once, or as there is work for.
    private static int blocks(DeviceColumn column, CudaFunction reduce, Device device) {
        long bytes = column.length() * column.cudaType().byteWidth();
        long tiles = bytes / ((long) THREADS * LOADS * LOAD_BYTES) + 1;
        long atOnce = (long) device.info().multiprocessors() * reduce.blocksPerMultiprocessor(THREADS, 0);
        return (int) Math.min(tiles, Math.max(atOnce, 1));
    }

    private static Summary summary(CudaType type, MemorySegment partial) {
        long count = partial.get(JAVA_LONG, COUNT);
        if (type.isFloating()) {
            return new Summary.Floating(
                    count,
                    partial.get(JAVA_DOUBLE, SUM),
                    floating(type, partial, LEAST),
                    floating(type, partial, GREATEST));
        }
        return new Summary.Whole(
                count, sum(type, partial), whole(type, partial, LEAST), whole(type, partial, GREATEST));
    }

    /// Of 16-byte values there are the sums of low and of high words.
    private static BigInteger sum(CudaType type, MemorySegment partial) {
        BigInteger sum = wide(partial, SUM);
        return type.byteWidth() < Long.BYTES * 2
                ? sum
                : sum.add(wide(partial, SUM_HIGH).shiftLeft(Long.SIZE));
    }

    private static double floating(CudaType type, MemorySegment partial, long offset) {
        return type == CudaType.F32 ? partial.get(JAVA_FLOAT, offset) : partial.get(JAVA_DOUBLE, offset);
    }

    private static BigInteger whole(CudaType type, MemorySegment partial, long offset) {
        return switch (type) {
            case I8 -> BigInteger.valueOf(partial.get(ValueLayout.JAVA_BYTE, offset));
            case U8 -> BigInteger.valueOf(partial.get(ValueLayout.JAVA_BYTE, offset) & 0xffL);
            case I16 -> BigInteger.valueOf(partial.get(JAVA_SHORT, offset));
            case U16 -> BigInteger.valueOf(partial.get(JAVA_SHORT, offset) & 0xffffL);
            case I32 -> BigInteger.valueOf(partial.get(JAVA_INT, offset));
            case U32 -> BigInteger.valueOf(partial.get(JAVA_INT, offset) & 0xffffffffL);
            case I64 -> BigInteger.valueOf(partial.get(JAVA_LONG, offset));
            case U64 -> Int128.toBigInteger(0, partial.get(JAVA_LONG, offset));
            case I128, U128 -> wide(partial, offset);
            case F32, F64 -> throw new IllegalArgumentException(type + " is no type of whole numbers");
        };
    }

    private static BigInteger wide(MemorySegment partial, long offset) {
        return Int128.toBigInteger(partial.get(JAVA_LONG, offset + Long.BYTES), partial.get(JAVA_LONG, offset));
    }
}
