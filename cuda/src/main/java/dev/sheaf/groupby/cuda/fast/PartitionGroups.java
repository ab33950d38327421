package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.Division;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.GroupValuesAggregates;
import dev.sheaf.groupby.cuda.scan.ResultColumns;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ScanStruct;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.SharedBytes;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Rows sorted by partition, then groups of one partition after the other: `partition_rows.cu` and
/// `partition_groups.cu`; or rows with the same key alone: `partition_firsts.cu`.
public final class PartitionGroups {
    /// Aggregates of one scan.
    static final int MOST_AGGREGATES = 16;

    /// As in `partition_rows.cu`.
    private static final int ROWS = 4;

    private final PartitionKernels kernels;
    private final MemoryPool accounts;

    public PartitionGroups(KernelStore kernels, MemoryPool accounts) {
        this.kernels = new PartitionKernels(kernels);
        this.accounts = accounts;
    }

    /// Bytes of shared memory of a block that has a table.
    public static int tableBytes(ScanShape shape, Plan.Partition plan) {
        int words = shape.isForFirsts() ? 1 : shape.entryWords();
        return plan.slots()
                * (words * Integer.BYTES + (plan.isDirect() ? 0 : plan.rest().byteWidth()));
    }

    /// Bytes of what starts as zeros: the counts of rows and of finished blocks, and what pieces take.
    static long zeroBytes(ScanShape shape, Plan.Partition plan, long rows) {
        return PartitionPieces.startAt(plan)
                + (plan.isInPieces() ? PartitionPieces.of(shape, plan, rows).bytes() : 0);
    }

    /// Launches everything, in stream order; the counters have zeros for the counts.
    public void launch(
            ScanRows rows,
            ScanShape shape,
            Plan.Partition plan,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        PartitionKernels.Steps steps = kernels.steps(shape, plan);
        try (MovedRows scratch = new MovedRows(rows.count(), shape, plan, counters, accounts, stream)) {
            move(rows, shape, plan, steps, scratch, counters, stream);
            results.allocate();
            if (shape.isForFirsts()) {
                findFirsts(shape, plan, steps.groups(), scratch, results, counters, stream);
            } else {
                group(rows.count(), shape, plan, steps.groups(), scratch, results, counters, stream);
            }
        }
    }

    /// Launches everything for functions some of which need the members of a group, each of which is a partition.
    ///
    /// @param quantiles of the members, in the order of their cells
    void launchMembers(
            ScanRows rows,
            ScanShape shape,
            Plan.Partition plan,
            List<GroupValuesAggregates.Quantile> quantiles,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        PartitionKernels.Steps steps = kernels.stepsOfMembers(shape, plan);
        try (MovedRows scratch = new MovedRows(rows.count(), shape, plan, counters, accounts, stream)) {
            move(rows, shape, plan, steps, scratch, counters, stream);
            results.allocate();
            groupMembers(shape, plan, steps.groups(), quantiles, scratch, results, counters, stream);
        }
    }

    /// `shares` and `between` of `struct Params`.
    private static void writeQuantiles(KernelStruct struct, List<GroupValuesAggregates.Quantile> quantiles) {
        for (int i = 0; i < MOST_AGGREGATES; i++) {
            struct.add(
                    i < quantiles.size()
                            ? Double.doubleToRawLongBits(quantiles.get(i).share())
                            : 0L);
        }
        for (int i = 0; i < MOST_AGGREGATES; i++) {
            struct.add(i < quantiles.size() ? quantiles.get(i).between().ordinal() : 0);
        }
    }

    private static void groupMembers(
            ScanShape shape,
            Plan.Partition plan,
            Kernel kernel,
            List<GroupValuesAggregates.Quantile> quantiles,
            MovedRows scratch,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        CudaFunction group = kernel.function();
        int bytes = PartitionKernels.MEMBER_CAPACITY * Double.BYTES;
        group.allowSharedBytes(bytes);
        KernelStruct struct = new KernelStruct(stream);
        shape.layout().write(struct);
        results.write(struct, counters);
        struct.add(plan.partitions()).add(scratch.counts()).add(scratch.starts());
        struct.addAll(scratch.last().payloadAddresses())
                .add(counters.address(Counters.Of.NEXT))
                .add(counters.address(Counters.Of.WATCHED));
        writeQuantiles(struct, quantiles);
        stream.launchWith(group, shape(plan.partitions(), group, plan.tableThreads(), bytes), struct.segment());
    }

    private static void move(
            ScanRows rows,
            ScanShape shape,
            Plan.Partition plan,
            PartitionKernels.Steps steps,
            MovedRows scratch,
            Counters counters,
            Stream stream) {
        Plan.Partition first = PartitionKernels.firstStep(plan);
        Kernel kernel = steps.first();
        CudaFunction count = kernel.function("count_partitions");
        CudaFunction move = kernel.function();
        int countBytes = plan.partitions() * Integer.BYTES;
        int moveBytes = SharedBytes.moving(shape, first);
        count.allowSharedBytes(countBytes);
        move.allowSharedBytes(moveBytes);
        MoveParams params = MoveParams.of(rows, shape, plan, scratch, counters, stream);
        int threads = plan.moveThreads();
        long countTile = (long) threads * ROWS * PartitionKernels.countUnroll(shape);
        stream.launchWith(count, shape(rows.count() / countTile + 1, count, threads, countBytes), params.written());
        scratch.allocateRows();
        long moveTile = (long) threads * ROWS * plan.groups();
        stream.launchWith(move, shape(rows.count() / moveTile + 1, move, threads, moveBytes), params.written());
        steps.again().ifPresent(again -> moveAgain(rows, shape, plan, again.function(), scratch, stream));
    }

    /// `struct Params` of `partition_rows.cu`; where rows move to, once there is memory for them.
    ///
    /// @param rowsAt where `struct` begins to tell where rows move to
    private record MoveParams(KernelStruct struct, int rowsAt, MovedRows scratch, Counters counters) {
        static MoveParams of(
                ScanRows rows,
                ScanShape shape,
                Plan.Partition plan,
                MovedRows scratch,
                Counters counters,
                Stream stream) {
            Plan.Partition first = PartitionKernels.firstStep(plan);
            KernelStruct struct = new KernelStruct(stream);
            ScanStruct.write(struct, rows, shape, counters);
            writeSplit(struct, plan);
            writeSplit(struct, first);
            struct.add(plan.partitions())
                    .add(plan.coarseBits())
                    .add(first.partitions())
                    .add(scratch.counts())
                    .add(scratch.starts())
                    .add(scratch.cursors())
                    .add(scratch.coarseCursors())
                    .add(plan.inTwoSteps() ? scratch.coarseCursors() : scratch.cursors());
            return new MoveParams(struct, struct.byteSize(), scratch, counters);
        }

        /// As rows lie now.
        MemorySegment written() {
            scratch.first().write(struct.cut(rowsAt));
            return struct.add(counters.address(Counters.Of.OUTSIDE), counters.address(Counters.Of.LARGEST))
                    .segment();
        }
    }

    private static void moveAgain(
            ScanRows rows, ScanShape shape, Plan.Partition plan, CudaFunction move, MovedRows scratch, Stream stream) {
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
                move, shape(rows.count() / tile + plan.coarse(), move, plan.moveThreads(), bytes), struct.segment());
    }

    private void group(
            long rows,
            ScanShape shape,
            Plan.Partition plan,
            Kernel kernel,
            MovedRows scratch,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        PartitionPieces pieces = PartitionPieces.of(shape, plan, rows);
        long piecesAt = counters.zeros() + PartitionPieces.startAt(plan);
        pieces.list(kernels.store(), scratch.counts(), piecesAt, stream);
        KernelStruct struct = new KernelStruct(stream);
        shape.layout().write(struct);
        results.write(struct, counters);
        writePartitions(struct, plan, scratch);
        struct.add(counters.address(Counters.Of.NEXT))
                .add(counters.address(Counters.Of.WATCHED))
                .add(counters.address(Counters.Of.FULL));
        pieces.write(struct, piecesAt);
        launch(pieces.most(), shape, plan, kernel, struct, stream);
    }

    /// Launches what looks for rows with the same key alone.
    private static void findFirsts(
            ScanShape shape,
            Plan.Partition plan,
            Kernel kernel,
            MovedRows scratch,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        KernelStruct struct = new KernelStruct(stream);
        results.write(struct, counters);
        writePartitions(struct, plan, scratch);
        struct.add(counters.address(Counters.Of.NEXT)).add(results.firstsAddress());
        launch(plan.partitions(), shape, plan, kernel, struct, stream);
    }

    private static void writePartitions(KernelStruct struct, Plan.Partition plan, MovedRows scratch) {
        writeSplit(struct, plan);
        struct.add(plan.partitions()).add(scratch.counts()).add(scratch.starts());
        scratch.last().write(struct);
    }

    private static void launch(
            long work, ScanShape shape, Plan.Partition plan, Kernel kernel, KernelStruct struct, Stream stream) {
        CudaFunction function = kernel.function();
        int bytes = tableBytes(shape, plan);
        function.allowSharedBytes(bytes);
        stream.launchWith(function, shape(work, function, plan.tableThreads(), bytes), struct.segment());
    }

    private static LaunchShape shape(long work, CudaFunction function, int threads, int shared) {
        return new LaunchShape((int) Math.min(work, function.blocksAtOnce(threads, shared)), threads, shared);
    }

    private static void writeSplit(KernelStruct struct, Plan.Partition plan) {
        Division division = Division.by(plan.slots());
        struct.add(plan.slots()).add(division.magic()).add(division.shift()).add(plan.restBits());
    }
}
