package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.Division;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.MemberAggregates;
import dev.sheaf.groupby.cuda.scan.ResultColumns;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ScanSource;
import dev.sheaf.groupby.cuda.scan.ScanStruct;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.SharedBytes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows sorted by partition, then groups of one partition after the other: `partition_rows.cu` and
/// `partition_groups.cu`.
public final class PartitionGroups {
    /// As in `partition_rows.cu`.
    private static final int ROWS = 4;

    private static final int ALIGNMENT = 16;

    /// Threads of a multiprocessor that move rows.
    private static final int MOVING_THREADS = 1024;

    /// Values of a group that shared memory takes, so that two blocks run at once.
    private static final int MEMBER_CAPACITY = 12_800;

    /// Rows, mean, squares, a quantile.
    private static final int SIMPLE_CELLS = 4;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    public PartitionGroups(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    public static Specialization moving(ScanShape shape, Plan.Partition plan) {
        Plan.Partition first = first(plan);
        return split(ScanSource.specialization(KernelFile.PARTITION_ROWS, shape), first)
                .number("THREADS", first.moveThreads())
                .number("GROUPS", first.groups())
                .flag("IS_STAGED", first.isStaged())
                .flag("BY_COLUMN", first.byColumn())
                .flag("HAS_REST", first.hasRest())
                .number("COUNT_UNROLL", countUnroll(shape))
                .number("BLOCKS", blocks(shape, first));
    }

    /// The second of two steps.
    public static Specialization movingAgain(ScanShape shape, Plan.Partition plan) {
        return split(ScanSource.specialization(KernelFile.PARTITION_AGAIN, shape), plan)
                .number("THREADS", plan.moveThreads())
                .number("GROUPS", plan.groups())
                .flag("IS_STAGED", true)
                .flag("BY_COLUMN", plan.byColumn())
                .flag("HAS_REST", plan.hasRest())
                .type("From", plan.firstRest())
                .number("BLOCKS", blocks(shape, plan));
    }

    private static Plan.Partition first(Plan.Partition plan) {
        return plan.inTwoSteps() ? plan.firstStep() : plan;
    }

    public static Specialization grouping(ScanShape shape, Plan.Partition plan) {
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

    /// Bytes of shared memory of a block that has a table.
    public static int tableBytes(ScanShape shape, Plan.Partition plan) {
        return plan.slots()
                * (shape.entryWords() * Integer.BYTES
                        + (plan.isDirect() ? 0 : plan.rest().byteWidth()));
    }

    /// Bytes of the counts of rows and of finished blocks, which start as zeros.
    static long countBytes(Plan.Partition plan) {
        return (plan.partitions() + 1L) * Integer.BYTES;
    }

    /// Launches everything, in stream order; the counters have zeros for the counts.
    public void launch(
            ScanRows rows,
            ScanShape shape,
            Plan.Partition plan,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        KernelStore.prepare(() -> first(shape, plan), () -> second(shape, plan), () -> groups(shape, plan));
        try (Scratch scratch = new Scratch(rows.count(), shape, plan, counters, stream)) {
            move(rows, shape, plan, scratch, counters, stream);
            results.allocate();
            group(shape, plan, scratch, results, counters, stream);
        }
    }

    /// Launches everything for functions some of which need the members of a group, each of which is a partition.
    ///
    /// @param quantiles of the members, in the order of their cells
    void launchMembers(
            ScanRows rows,
            ScanShape shape,
            Plan.Partition plan,
            List<MemberAggregates.Quantile> quantiles,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        KernelStore.prepare(() -> first(shape, plan), () -> second(shape, plan), () -> ofMembers(shape, plan));
        try (Scratch scratch = new Scratch(rows.count(), shape, plan, counters, stream)) {
            move(rows, shape, plan, scratch, counters, stream);
            results.allocate();
            groupMembers(shape, plan, quantiles, scratch, results, counters, stream);
        }
    }

    public static Specialization members(ScanShape shape, Plan.Partition plan) {
        return ScanSource.ofMembers(shape)
                .number("THREADS", plan.tableThreads())
                .number("BLOCKS", isSimple(shape) ? 2 : 1)
                .number("CAPACITY", MEMBER_CAPACITY);
    }

    /// Nulls, and functions besides those of one column's members, take more registers than two blocks have.
    private static boolean isSimple(ScanShape shape) {
        boolean isOne = shape.members().size() == 1 && shape.arguments().size() == 1;
        return isOne && shape.cells().size() <= SIMPLE_CELLS && !shape.hasNullFlags();
    }

    private Kernel first(ScanShape shape, Plan.Partition plan) {
        Plan.Partition first = first(plan);
        return kernels.get(
                List.of(
                        KernelFile.PARTITION_ROWS,
                        shape.signature(),
                        split(first),
                        first.moveThreads(),
                        first.groups(),
                        first.isStaged(),
                        first.byColumn(),
                        first.hasRest()),
                () -> moving(shape, plan));
    }

    /// That of the first step if there is no second one.
    private Kernel second(ScanShape shape, Plan.Partition plan) {
        return !plan.inTwoSteps()
                ? first(shape, plan)
                : kernels.get(
                        List.of(
                                KernelFile.PARTITION_AGAIN,
                                shape.signature(),
                                split(plan),
                                plan.moveThreads(),
                                plan.groups(),
                                plan.byColumn(),
                                plan.hasRest(),
                                plan.firstRest()),
                        () -> movingAgain(shape, plan));
    }

    private Kernel groups(ScanShape shape, Plan.Partition plan) {
        return kernels.get(
                List.of(
                        KernelFile.PARTITION_GROUPS,
                        shape.signature(),
                        split(plan),
                        plan.tableThreads(),
                        plan.unroll()),
                () -> grouping(shape, plan));
    }

    private Kernel ofMembers(ScanShape shape, Plan.Partition plan) {
        return kernels.get(
                List.of(KernelFile.GROUP_MEMBERS, shape.signature(), plan.tableThreads()), () -> members(shape, plan));
    }

    /// `shares` and `between` of `struct Job`.
    private static void writeQuantiles(KernelStruct struct, List<MemberAggregates.Quantile> quantiles) {
        for (int i = 0; i < AggregateParts.MOST_AGGREGATES; i++) {
            struct.add(
                    i < quantiles.size()
                            ? Double.doubleToRawLongBits(quantiles.get(i).share())
                            : 0L);
        }
        for (int i = 0; i < AggregateParts.MOST_AGGREGATES; i++) {
            struct.add(i < quantiles.size() ? quantiles.get(i).between().ordinal() : 0);
        }
    }

    private void groupMembers(
            ScanShape shape,
            Plan.Partition plan,
            List<MemberAggregates.Quantile> quantiles,
            Scratch scratch,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        CudaFunction group = ofMembers(shape, plan).function();
        int bytes = MEMBER_CAPACITY * Double.BYTES;
        group.allowSharedBytes(bytes);
        KernelStruct struct = new KernelStruct(stream);
        shape.layout().write(struct);
        results.write(struct, counters);
        struct.add(plan.partitions()).add(scratch.counts).add(scratch.starts());
        struct.addAll(scratch.last().payloadAddresses())
                .add(counters.address(Counters.Of.NEXT))
                .add(counters.address(Counters.Of.WATCHED));
        writeQuantiles(struct, quantiles);
        stream.launchWith(
                group, shape(plan.partitions(), group, plan.tableThreads(), bytes, stream.device()), struct.segment());
    }

    private void move(
            ScanRows rows, ScanShape shape, Plan.Partition plan, Scratch scratch, Counters counters, Stream stream) {
        Plan.Partition first = first(plan);
        Kernel kernel = first(shape, plan);
        CudaFunction count = kernel.function("count_partitions");
        CudaFunction move = kernel.function();
        int countBytes = plan.partitions() * Integer.BYTES;
        int moveBytes = SharedBytes.moving(shape, first);
        count.allowSharedBytes(countBytes);
        move.allowSharedBytes(moveBytes);
        Job job = new Job(rows, shape, plan, scratch, counters, stream);
        int threads = plan.moveThreads();
        long countTile = (long) threads * ROWS * countUnroll(shape);
        stream.launchWith(
                count, shape(rows.count() / countTile + 1, count, threads, countBytes, stream.device()), job.struct());
        scratch.allocateRows();
        long moveTile = (long) threads * ROWS * plan.groups();
        stream.launchWith(
                move, shape(rows.count() / moveTile + 1, move, threads, moveBytes, stream.device()), job.struct());
        if (plan.inTwoSteps()) {
            moveAgain(rows, shape, plan, scratch, stream);
        }
    }

    /// `struct Job` of `partition_rows.cu`; where rows move to, once there is memory for them.
    private record Job(
            ScanRows rows, ScanShape shape, Plan.Partition plan, Scratch scratch, Counters counters, Stream stream) {
        public MemorySegment struct() {
            Plan.Partition first = first(plan);
            KernelStruct struct = new KernelStruct(stream);
            ScanStruct.write(struct, rows, shape, counters);
            writeSplit(struct, plan);
            writeSplit(struct, first);
            struct.add(plan.partitions())
                    .add(plan.coarseBits())
                    .add(first.partitions())
                    .add(scratch.counts)
                    .add(scratch.starts())
                    .add(scratch.cursors())
                    .add(scratch.coarseCursors())
                    .add(plan.inTwoSteps() ? scratch.coarseCursors() : scratch.cursors());
            scratch.first().write(struct);
            return struct.add(counters.address(Counters.Of.OUTSIDE))
                    .add(counters.address(Counters.Of.LARGEST))
                    .segment();
        }
    }

    private void moveAgain(ScanRows rows, ScanShape shape, Plan.Partition plan, Scratch scratch, Stream stream) {
        CudaFunction move = second(shape, plan).function();
        int bytes = SharedBytes.moving(shape, plan.secondStep());
        move.allowSharedBytes(bytes);
        KernelStruct struct = new KernelStruct(stream);
        writeSplit(struct, plan);
        struct.add(plan.partitions())
                .add(plan.coarseBits())
                .add(plan.coarse())
                .add(scratch.starts())
                .add(scratch.coarseCursors())
                .add(scratch.cursors());
        scratch.first().write(struct);
        scratch.last().write(struct);
        long tile = (long) plan.moveThreads() * ROWS * plan.groups();
        stream.launchWith(
                move,
                shape(rows.count() / tile + plan.coarse(), move, plan.moveThreads(), bytes, stream.device()),
                struct.segment());
    }

    private void group(
            ScanShape shape,
            Plan.Partition plan,
            Scratch scratch,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        CudaFunction group = groups(shape, plan).function();
        int bytes = tableBytes(shape, plan);
        group.allowSharedBytes(bytes);
        KernelStruct struct = new KernelStruct(stream);
        shape.layout().write(struct);
        results.write(struct, counters);
        writeSplit(struct, plan);
        struct.add(plan.partitions()).add(scratch.counts).add(scratch.starts());
        scratch.last().write(struct);
        struct.add(counters.address(Counters.Of.NEXT)).add(counters.address(Counters.Of.WATCHED));
        stream.launchWith(
                group, shape(plan.partitions(), group, plan.tableThreads(), bytes, stream.device()), struct.segment());
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

    /// Rows on their way: rests and values of each.
    private record Rows(@Nullable Buffer rests, List<Buffer> payload, int payloads) {
        /// Addresses of 0 as long as there is no memory.
        long[] payloadAddresses() {
            long[] addresses = new long[payloads];
            for (int i = 0; i < payload.size(); i++) {
                addresses[i] = payload.get(i).address();
            }
            return addresses;
        }

        /// Appends `struct Moved`.
        public void write(KernelStruct struct) {
            struct.add(rests == null ? 0 : rests.address()).addAll(payloadAddresses());
        }
    }

    /// Rows after one step or two, and where partitions begin.
    private final class Scratch implements AutoCloseable {
        private final long rows;
        private final ScanShape shape;
        private final Plan.Partition plan;
        private final int partitions;
        private final List<Buffer> all = new ArrayList<>();
        private final Stream stream;
        private final long counts;
        private final Buffer starts;
        private Rows first;
        private Rows last;

        Scratch(long rows, ScanShape shape, Plan.Partition plan, Counters counters, Stream stream) {
            this.rows = rows;
            this.shape = shape;
            this.plan = plan;
            this.stream = stream;
            this.partitions = plan.partitions();
            this.counts = counters.zeros();
            this.starts = allocate((2L * partitions + plan.coarse()) * Integer.BYTES);
            this.first = new Rows(null, List.of(), payloads());
            this.last = first;
        }

        private int payloads() {
            return shape.arguments().size() + (shape.hasNullFlags() ? 1 : 0);
        }

        /// Gets the memory that rows move to, which counting them does not wait for.
        void allocateRows() {
            first = allocateRows(PartitionGroups.first(plan));
            last = plan.inTwoSteps() ? allocateRows(plan) : first;
        }

        private Rows allocateRows(Plan.Partition plan) {
            long room = rows + (long) ALIGNMENT * partitions;
            List<Buffer> payload = new ArrayList<>();
            for (ScanShape.Argument argument : shape.arguments()) {
                payload.add(allocate(room * argument.type().byteWidth()));
            }
            if (shape.hasNullFlags()) {
                payload.add(allocate(room * Integer.BYTES));
            }
            return new Rows(plan.hasRest() ? allocate(room * plan.rest().byteWidth()) : null, payload, payloads());
        }

        private Buffer allocate(long bytes) {
            Buffer buffer = stream.device().memory().allocate(accounts, bytes, "partitioned rows", stream);
            all.add(buffer);
            return buffer;
        }

        /// The rows after the first step.
        public Rows first() {
            return first;
        }

        /// The rows at the end.
        public Rows last() {
            return last;
        }

        public long starts() {
            return starts.address();
        }

        long cursors() {
            return starts.address() + (long) partitions * Integer.BYTES;
        }

        long coarseCursors() {
            return starts.address() + 2L * partitions * Integer.BYTES;
        }

        @Override
        public void close() {
            all.forEach(Buffer::close);
        }
    }
}
