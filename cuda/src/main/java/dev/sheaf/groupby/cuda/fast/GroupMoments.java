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
import java.util.ArrayList;
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
    record Found(List<DeviceColumn> columns, boolean hasLost) implements AutoCloseable {
        @Override
        public void close() {
            columns.forEach(DeviceColumn::close);
        }
    }

    /// Where the results of an aggregate go, and whether it has lost bits. Nothing is allocated between launches: no
    /// signal is given back to which a kernel may still write.
    private record Room(DeviceColumn column, Buffer counters, Signal signal) {}

    /// The results of aggregates, for all of which it waits at once.
    ///
    /// @param sums of each aggregate: counts, x and xx; of two columns also y, yy and xy
    Found of(List<DeviceAggregate> moments, List<List<DeviceColumn>> sums) {
        try (Closer closer = new Closer();
                Closer work = new Closer()) {
            List<Room> rooms = new ArrayList<>(moments.size());
            for (List<DeviceColumn> of : sums) {
                rooms.add(room(of.getFirst().length(), closer, work));
            }
            for (int i = 0; i < rooms.size(); i++) {
                launch(moments.get(i), sums.get(i), rooms.get(i));
            }
            List<DeviceColumn> columns = new ArrayList<>(rooms.size());
            boolean hasLost = false;
            for (Room room : rooms) {
                columns.add(room.column());
                hasLost |= room.column().length() > 0 && hasLost(room.signal());
            }
            closer.release();
            return new Found(columns, hasLost);
        }
    }

    private Room room(long groups, Closer closer, Closer work) {
        Buffer results = allocate(groups * Double.BYTES, closer);
        Buffer validity = allocate((groups + WARP - 1) / WARP * Integer.BYTES, closer);
        Buffer counters = stream.device().memory().allocateZeroed(accounts, 2 * Long.BYTES, "lost bits", stream);
        work.add(counters);
        Signal signal = work.add(new Signal(accounts, 1, "lost bits", stream));
        return new Room(new DeviceColumn(DataType.FLOAT64, groups, results, validity, 0), counters, signal);
    }

    private static boolean hasLost(Signal signal) {
        signal.await();
        return signal.get(0) != 0;
    }

    private void launch(DeviceAggregate aggregate, List<DeviceColumn> sums, Room room) {
        long groups = room.column().length();
        if (groups == 0) {
            return;
        }
        KernelStruct struct = new KernelStruct(stream).add(groups);
        struct.add(at(sums, 0)).add(at(sums, 1));
        struct.add(at(sums, 3)).add(at(sums, 2));
        struct.add(at(sums, 4)).add(at(sums, SUMS_OF_TWO - 1));
        struct.add(kind(aggregate.function())).add((long) aggregate.parameter());
        struct.add(room.column().values().address()).add(room.column().validityAddress());
        struct.add(room.counters().address()).add(room.signal().address());
        Kernel kernel = kernels.get(KernelFile.GROUP_MOMENTS, () -> KERNEL);
        long most = (long) stream.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR;
        int blocks = (int) Math.min((groups + THREADS - 1) / THREADS, most);
        stream.launchWith(kernel.function(), new LaunchShape(blocks, THREADS), struct.segment());
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
