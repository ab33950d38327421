package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ScanSource;
import dev.sheaf.groupby.cuda.strategy.Plan;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The kernels of [PartitionGroups], and what they are compiled for.
public final class PartitionKernels {
    /// Values of a group that shared memory takes, so that two blocks run at once.
    static final int MEMBER_CAPACITY = 12_800;

    /// Threads of a multiprocessor that move rows.
    private static final int MOVING_THREADS = 1024;

    /// Rows, mean, squares, a quantile.
    private static final int SIMPLE_CELLS = 4;

    private final KernelStore kernels;

    PartitionKernels(KernelStore kernels) {
        this.kernels = kernels;
    }

    KernelStore store() {
        return kernels;
    }

    /// Rows move to their partitions, or in the first of two steps to several of them.
    public static Specialization moving(ScanShape shape, Plan.Partition plan) {
        Plan.Partition first = firstStep(plan);
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

    /// The plan of the first of two steps, or of the only one.
    static Plan.Partition firstStep(Plan.Partition plan) {
        return plan.inTwoSteps() ? plan.firstStep() : plan;
    }

    /// The groups of one partition after the other, or rows with the same key alone.
    public static Specialization grouping(ScanShape shape, Plan.Partition plan) {
        Specialization grouping = split(ScanSource.specialization(groupingFile(shape), shape), plan)
                .number("THREADS", plan.tableThreads())
                .number("UNROLL", plan.unroll());
        return shape.isForFirsts() ? grouping : grouping.flag("IN_PIECES", plan.isInPieces());
    }

    private static KernelFile groupingFile(ScanShape shape) {
        return shape.isForFirsts() ? KernelFile.PARTITION_FIRSTS : KernelFile.PARTITION_GROUPS;
    }

    /// Wide words take more registers than two blocks of 512 threads have.
    private static int blocks(ScanShape shape, Plan.Partition plan) {
        return shape.layout().wordType() == CudaType.U128 ? 1 : Math.max(MOVING_THREADS / plan.moveThreads(), 1);
    }

    /// Groups of rows that a thread counts at once. Texts and wide words take registers.
    static int countUnroll(ScanShape shape) {
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

    /// The groups of partitions of one group each, whose members are brought together.
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

    /// The kernels of a plan.
    ///
    /// @param again those of the second of two steps
    record Steps(Kernel first, Optional<Kernel> again, Kernel groups) {}

    /// Those that make groups, or look for rows with the same key alone.
    Steps steps(ScanShape shape, Plan.Partition plan) {
        return shape.prepared().of(Steps.class, () -> steps(shape, plan, () -> groups(shape, plan)), plan);
    }

    /// Those that make groups of which some functions need the members.
    Steps stepsOfMembers(ScanShape shape, Plan.Partition plan) {
        return steps(shape, plan, () -> ofMembers(shape, plan));
    }

    private Steps steps(ScanShape shape, Plan.Partition plan, Supplier<Kernel> groups) {
        Supplier<Kernel> first = () -> first(shape, plan);
        List<Kernel> made = plan.inTwoSteps()
                ? KernelStore.prepare(first, () -> again(shape, plan), groups)
                : KernelStore.prepare(first, groups);
        Optional<Kernel> again = plan.inTwoSteps() ? Optional.of(made.get(1)) : Optional.empty();
        return new Steps(made.getFirst(), again, made.getLast());
    }

    private Kernel first(ScanShape shape, Plan.Partition plan) {
        Plan.Partition first = firstStep(plan);
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

    private Kernel again(ScanShape shape, Plan.Partition plan) {
        return kernels.get(
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
                        groupingFile(shape),
                        shape.signature(),
                        split(plan),
                        plan.tableThreads(),
                        plan.unroll(),
                        plan.isInPieces()),
                () -> grouping(shape, plan));
    }

    private Kernel ofMembers(ScanShape shape, Plan.Partition plan) {
        return kernels.get(
                List.of(KernelFile.GROUP_MEMBERS, shape.signature(), plan.tableThreads()), () -> members(shape, plan));
    }
}
