package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Rows sorted by partition, then groups of one partition after the other: `partition_rows.cu` and
/// `partition_groups.cu`.
final class PartitionGroups {
    /// As in `partition_rows.cu`.
    private static final int ROWS = 4;

    private static final int ALIGNMENT = 16;

    /// Threads of a multiprocessor that move rows.
    private static final int MOVING_THREADS = 1024;

    /// Values of a group that shared memory takes, so that two blocks run at once.
    private static final int MEMBER_CAPACITY = 12_800;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    PartitionGroups(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    static Specialization moving(ScanShape shape, Plan.Partition plan) {
        return split(ScanSource.specialization(KernelFile.PARTITION_ROWS, shape), plan)
                .number("THREADS", plan.moveThreads())
                .number("GROUPS", plan.groups())
                .flag("IS_STAGED", plan.isStaged())
                .flag("HAS_REST", plan.hasRest())
                .number("COUNT_UNROLL", countUnroll(shape))
                .number("BLOCKS", blocks(shape, plan));
    }

    static Specialization grouping(ScanShape shape, Plan.Partition plan) {
        return split(ScanSource.specialization(KernelFile.PARTITION_GROUPS, shape), plan)
                .number("THREADS", plan.tableThreads())
                .number("UNROLL", plan.unroll());
    }

    /// Wide words take more registers than two blocks of 512 threads have.
    private static int blocks(ScanShape shape, Plan.Partition plan) {
        return shape.layout().wordType() == CudaType.U128 ? 1 : Math.max(MOVING_THREADS / plan.moveThreads(), 1);
    }

    /// Texts and wide words take registers.
    private static int countUnroll(ScanShape shape) {
        if (shape.layout().wordType() == CudaType.U128) {
            return 1;
        }
        return 2;
    }

    private static List<Object> split(Plan.Partition plan) {
        return List.of(plan.isDirect(), plan.wordBits(), plan.rest());
    }

    private static Specialization split(Specialization specialization, Plan.Partition plan) {
        return specialization
                .flag("IS_DIRECT", plan.isDirect())
                .number("WORD_BITS", plan.wordBits())
                .type("Rest", plan.rest());
    }

    /// Bytes of shared memory of a block that moves rows.
    static int movingBytes(ScanShape shape, Plan.Partition plan) {
        int tile = plan.moveThreads() * ROWS * plan.groups();
        return 2 * Integer.BYTES * plan.partitions()
                + (plan.isStaged()
                        ? tile * (Short.BYTES + (plan.hasRest() ? plan.rest().byteWidth() : 0) + shape.argumentBytes())
                        : 0);
    }

    /// Bytes of shared memory of a block that has a table.
    static int tableBytes(ScanShape shape, Plan.Partition plan) {
        return plan.slots()
                * (shape.entryWords() * Integer.BYTES
                        + (plan.isDirect() ? 0 : plan.rest().byteWidth()));
    }

    /// Launches everything, in stream order.
    void launch(
            ScanRows rows,
            ScanShape shape,
            Plan.Partition plan,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        try (Scratch scratch = new Scratch(rows.count(), shape, plan, stream)) {
            move(rows, shape, plan, scratch, counters, stream);
            group(shape, plan, scratch, results, counters, stream);
        }
    }

    /// Launches everything for functions that need the members of a group, each of which is a partition.
    void launchMembers(
            ScanRows rows,
            ScanShape shape,
            Plan.Partition plan,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        try (Scratch scratch = new Scratch(rows.count(), shape, plan, stream)) {
            move(rows, shape, plan, scratch, counters, stream);
            groupMembers(shape, plan, scratch, results, counters, stream);
        }
    }

    static Specialization members(ScanShape shape, Plan.Partition plan, boolean hasMedian) {
        return ScanSource.specialization(KernelFile.GROUP_MEMBERS, shape)
                .number("THREADS", plan.tableThreads())
                .number("CAPACITY", MEMBER_CAPACITY)
                .flag("HAS_MEDIAN", hasMedian);
    }

    private void groupMembers(
            ScanShape shape,
            Plan.Partition plan,
            Scratch scratch,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        boolean hasMedian =
                shape.results().stream().anyMatch(result -> result.function() == DeviceAggregate.Function.MEDIAN);
        CudaFunction group = kernels.get(
                        List.of(KernelFile.GROUP_MEMBERS, shape.signature(), plan.tableThreads(), hasMedian),
                        () -> members(shape, plan, hasMedian))
                .function();
        int bytes = MEMBER_CAPACITY * Double.BYTES;
        group.allowSharedBytes(bytes);
        try (KernelStruct struct = new KernelStruct()) {
            shape.layout().write(struct);
            results.write(struct, counters);
            struct.add(plan.partitions())
                    .add(scratch.counts.address())
                    .add(scratch.starts())
                    .add(scratch.payloadAddresses()[0])
                    .add(counters.address(Counters.Of.NEXT));
            stream.launchWith(
                    group,
                    shape(plan.partitions(), group, plan.tableThreads(), bytes, stream.device()),
                    struct.segment());
        }
    }

    private void move(
            ScanRows rows, ScanShape shape, Plan.Partition plan, Scratch scratch, Counters counters, Stream stream) {
        Kernel kernel = kernels.get(
                List.of(
                        KernelFile.PARTITION_ROWS,
                        shape.signature(),
                        split(plan),
                        plan.moveThreads(),
                        plan.groups(),
                        plan.isStaged(),
                        plan.hasRest()),
                () -> moving(shape, plan));
        CudaFunction count = kernel.function("count_partitions");
        CudaFunction move = kernel.function();
        int countBytes = plan.partitions() * Integer.BYTES;
        int moveBytes = movingBytes(shape, plan);
        count.allowSharedBytes(countBytes);
        move.allowSharedBytes(moveBytes);
        try (KernelStruct struct = new KernelStruct()) {
            rows.write(struct, shape);
            writeSplit(struct, plan);
            struct.add(plan.partitions())
                    .add(scratch.counts.address())
                    .add(scratch.starts())
                    .add(scratch.cursors())
                    .add(scratch.rests.address())
                    .addAll(scratch.payloadAddresses())
                    .add(counters.address(Counters.Of.OUTSIDE))
                    .add(counters.address(Counters.Of.LARGEST));
            int threads = plan.moveThreads();
            long countTile = (long) threads * ROWS * countUnroll(shape);
            stream.launchWith(
                    count,
                    shape(rows.count() / countTile + 1, count, threads, countBytes, stream.device()),
                    struct.segment());
            long moveTile = (long) threads * ROWS * plan.groups();
            stream.launchWith(
                    move,
                    shape(rows.count() / moveTile + 1, move, threads, moveBytes, stream.device()),
                    struct.segment());
        }
    }

    private void group(
            ScanShape shape,
            Plan.Partition plan,
            Scratch scratch,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        CudaFunction group = kernels.get(
                        List.of(
                                KernelFile.PARTITION_GROUPS,
                                shape.signature(),
                                split(plan),
                                plan.tableThreads(),
                                plan.unroll()),
                        () -> grouping(shape, plan))
                .function();
        int bytes = tableBytes(shape, plan);
        group.allowSharedBytes(bytes);
        try (KernelStruct struct = new KernelStruct()) {
            shape.layout().write(struct);
            results.write(struct, counters);
            writeSplit(struct, plan);
            struct.add(plan.partitions())
                    .add(scratch.counts.address())
                    .add(scratch.starts())
                    .add(scratch.rests.address())
                    .addAll(scratch.payloadAddresses())
                    .add(counters.address(Counters.Of.NEXT))
                    .add(counters.address(Counters.Of.WATCHED));
            stream.launchWith(
                    group,
                    shape(plan.partitions(), group, plan.tableThreads(), bytes, stream.device()),
                    struct.segment());
        }
    }

    private static LaunchShape shape(long work, CudaFunction function, int threads, int shared, Device device) {
        long atOnce =
                (long) device.info().multiprocessors() * Math.max(function.blocksPerMultiprocessor(threads, shared), 1);
        return new LaunchShape((int) Math.min(work, atOnce), threads, shared);
    }

    private static void writeSplit(KernelStruct struct, Plan.Partition plan) {
        Division division = Division.by(plan.slots());
        struct.add(plan.slots()).add(division.magic()).add(division.shift()).add(plan.restBits());
    }

    /// Rows on their way, and where partitions begin.
    private final class Scratch implements AutoCloseable {
        private final int partitions;
        private final List<Buffer> all = new ArrayList<>();
        private final Stream stream;
        private final Buffer counts;
        private final Buffer rests;
        private final List<Buffer> payload = new ArrayList<>();

        Scratch(long rows, ScanShape shape, Plan.Partition plan, Stream stream) {
            this.stream = stream;
            this.partitions = plan.partitions();
            long room = rows + (long) ALIGNMENT * partitions;
            try {
                counts = allocate((3L * partitions + 1) * Integer.BYTES);
                stream.fill(counts, 0, (partitions + 1L) * Integer.BYTES, (byte) 0);
                rests = allocate(plan.hasRest() ? room * plan.rest().byteWidth() : 1);
                for (ScanShape.Argument argument : shape.arguments()) {
                    payload.add(allocate(room * argument.type().byteWidth()));
                }
                if (shape.hasNullFlags()) {
                    payload.add(allocate(room * Integer.BYTES));
                }
            } catch (RuntimeException | Error failure) {
                close();
                throw failure;
            }
        }

        private Buffer allocate(long bytes) {
            Buffer buffer = stream.device().memory().allocate(accounts, bytes, "partitioned rows", stream);
            all.add(buffer);
            return buffer;
        }

        /// Behind the counts and the number of blocks that are done.
        long starts() {
            return counts.address() + (partitions + 1L) * Integer.BYTES;
        }

        long cursors() {
            return counts.address() + (2L * partitions + 1) * Integer.BYTES;
        }

        long[] payloadAddresses() {
            return payload.stream().mapToLong(Buffer::address).toArray();
        }

        @Override
        public void close() {
            all.forEach(Buffer::close);
        }
    }
}
