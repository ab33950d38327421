package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Variances, covariances and correlations of groups from sums of their values: `group_moments.cu`. Call
/// inside [dev.sheaf.cuda.driver.Device#call].
record GroupMoments(KernelStore kernels, MemoryPool accounts, Stream stream) {
    private static final int THREADS = 256;
    private static final int WARP = 32;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 8;

    /// Counts, sums of x and of its squares; of two columns also sums of y, of its squares and of the
    /// products.
    private static final int SUMS_OF_TWO = 6;

    static final Specialization KERNEL =
            Specialization.of(KernelFile.GROUP_MOMENTS).number("THREADS", THREADS);

    /// The results, to be closed by the caller.
    ///
    /// @param hasLost whether the sums are so much larger than what remains of them that bits are missing
    record Found(DeviceColumn column, boolean hasLost) {}

    /// The results of an aggregate, for which it waits.
    ///
    /// @param sums counts, x and xx; of two columns also y, yy and xy
    Found of(DeviceAggregate aggregate, List<DeviceColumn> sums) {
        long groups = sums.getFirst().length();
        try (Closer closer = new Closer()) {
            Buffer results = allocate(groups * Double.BYTES, closer);
            Buffer validity = allocate((groups + WARP - 1) / WARP * Integer.BYTES, closer);
            boolean hasLost = groups > 0 && launch(aggregate, sums, results, validity);
            closer.release();
            return new Found(new DeviceColumn(DataType.FLOAT64, groups, results, validity, 0), hasLost);
        }
    }

    private boolean launch(DeviceAggregate aggregate, List<DeviceColumn> sums, Buffer results, Buffer validity) {
        long groups = sums.getFirst().length();
        try (Buffer counters = stream.device().memory().allocateZeroed(accounts, 2 * Long.BYTES, "lost bits", stream);
                Signal signal = new Signal(accounts, 1, "lost bits", stream)) {
            KernelStruct struct = new KernelStruct(stream).add(groups);
            struct.add(at(sums, 0)).add(at(sums, 1));
            struct.add(at(sums, 3)).add(at(sums, 2));
            struct.add(at(sums, 4)).add(at(sums, SUMS_OF_TWO - 1));
            struct.add(kind(aggregate.function())).add((long) aggregate.parameter());
            struct.add(results.address()).add(validity.address());
            struct.add(counters.address()).add(signal.address());
            Kernel kernel = kernels.get(KernelFile.GROUP_MOMENTS, () -> KERNEL);
            long most = (long) stream.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR;
            int blocks = (int) Math.min((groups + THREADS - 1) / THREADS, most);
            stream.launchWith(kernel.function(), new LaunchShape(blocks, THREADS), struct.segment());
            signal.await();
            return signal.get(0) != 0;
        }
    }

    private static long at(List<DeviceColumn> sums, int number) {
        return number < sums.size() ? sums.get(number).values().address() : 0;
    }

    /// As the kernel numbers them.
    private static long kind(DeviceAggregate.Function function) {
        return switch (function) {
            case M2 -> 0;
            case VARIANCE -> 1;
            case STD -> 2;
            case COVARIANCE -> 3;
            case CORRELATION -> 4;
            case COUNT_ROWS, COUNT, SUM, MEAN, MIN, MAX, MEDIAN, QUANTILE, BIT_AND, BIT_OR, BIT_XOR, RATIO ->
                throw new IllegalArgumentException(function + " is no moment");
        };
    }

    private Buffer allocate(long bytes, Closer closer) {
        Buffer buffer = stream.device().memory().allocate(accounts, Math.max(bytes, 1), "moments of groups", stream);
        return closer.add(buffer);
    }
}
