package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.fast.BlockGroups;
import dev.sheaf.groupby.cuda.fast.ClusteredGroups;
import dev.sheaf.groupby.cuda.fast.CountKeys;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.fast.HashGroups;
import dev.sheaf.groupby.cuda.fast.HashedKeys;
import dev.sheaf.groupby.cuda.fast.LeftoverRows;
import dev.sheaf.groupby.cuda.fast.NumberedAggregates;
import dev.sheaf.groupby.cuda.fast.PartitionKernels;
import dev.sheaf.groupby.cuda.fast.PartitionPieces;
import dev.sheaf.groupby.cuda.fast.RowNumbers;
import dev.sheaf.groupby.cuda.fast.SingleRows;
import dev.sheaf.groupby.cuda.fast.ValueSizes;
import dev.sheaf.groupby.cuda.fast.WordNumbers;
import dev.sheaf.groupby.cuda.result.DeviceFinish;
import dev.sheaf.groupby.cuda.result.FinishText;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FusedValues;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import dev.sheaf.groupby.cuda.scan.ScanArgument;
import dev.sheaf.groupby.cuda.scan.ScanCell;
import dev.sheaf.groupby.cuda.scan.ScanResult;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.strategy.CountPlanner;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/// The group-by kernels that are compiled to machine code without a GPU: every strategy with representative
/// keys and functions, in the sizes that the planner chooses.
public final class GroupByKernelMatrix {
    /// A device like an H200.
    public static final DeviceInfo HOPPER = new DeviceInfo(
            0, "Hopper", "", "", 9, 0, 140L << 30, 132, 2048, 1 << 16, 228 << 10, 227 << 10, 50 << 20, 3);

    private GroupByKernelMatrix() {}

    /// One specialisation of each kernel and shape.
    public static List<Specialization> variants() {
        List<Specialization> variants = new ArrayList<>();
        shapes().forEach(shape -> addStrategies(shape, variants));
        scattered().forEach(shape -> addHashes(shape, variants));
        addWide(variants);
        addMembers(variants);
        variants.add(KeySampler.specialization(KeySampler.Kind.PLAIN));
        variants.add(GatheredRows.specialization());
        variants.addAll(NumberedAggregates.specializations(CudaType.I128));
        List<KeyKind> mixed = List.of(
                new KeyKind.Text(), new KeyKind.Bit(), new KeyKind.Word(CudaType.I128), new KeyKind.Word(CudaType.F64));
        variants.add(new RowNumbers.Kind(mixed, false, false, Long.SIZE).specialization());
        variants.add(new RowNumbers.Kind(mixed, true, true, Long.SIZE).specialization());
        variants.add(HashedKeys.specialization());
        variants.add(PartitionPieces.specialization());
        ScanShape firsts = ofHashes().forFirsts();
        variants.add(PartitionKernels.grouping(firsts, Planner.of(HOPPER).hashed(firsts, 100_000_000, 10_000_000)));
        variants.add(new ValueSizes.Kind(3, 5).specialization());
        variants.add(finish(Optional.of(col("n").gt(5))));
        variants.add(finish(Optional.empty()));
        variants.add(states());
        variants.add(KeySampler.specialization(new KeySampler.Kind(1, 5, computed())));
        return variants;
    }

    private static Specialization finish(Optional<Expr> having) {
        Schema groups = Schema.of(
                new Field("k", DataType.INT32), new Field("n", DataType.INT64), new Field("m", DataType.FLOAT64));
        GroupFinish finish = new GroupFinish(
                having,
                List.of(
                        col("k"),
                        lit(1).minus(col("m")).as("rest"),
                        col("n").plus(1).ge(3).as("many")));
        return finish(
                finish,
                groups,
                column -> GroupValue.ofColumn(groups.field(column).type(), true, new GroupValue.Input(0, 0, 0)));
    }

    private static Specialization finish(GroupFinish finish, Schema groups, IntFunction<GroupValue> values) {
        return switch (FinishText.of(finish, groups, column -> Optional.of(values.apply(column)), List.of())) {
            case DeviceFinish.Result.Possible(DeviceFinish possible) -> possible.specialization();
            case DeviceFinish.Result.Refused(String reason) -> throw new AssertionError(reason);
        };
    }

    private record State(DataType type, String text) {}

    /// Every function of `states.cuh`.
    private static final List<State> STATES = List.of(
            new State(DataType.INT32, "flagged<i32>($0, $1, in)"),
            new State(DataType.BOOL, "flagged<bool>($0, $1, in)"),
            new State(DataType.INT64, "ordinal($0, $1, in)"),
            new State(DataType.INT64, "counted($0, in)"),
            new State(DataType.FLOAT64, "sum_of_doubles($0, $1, in)"),
            new State(DataType.FLOAT64, "mean_of_doubles($0, $1, in)"),
            new State(DataType.INT64, "whole_sum<i64, 2, true, false>(&$0, in, fault)"),
            new State(DataType.UINT64, "whole_sum<u64, 4, false, true>(&$0, in, fault)"),
            new State(DataType.decimal(38, 2), "whole_sum<i128, 4, true, false>(&$0, in, fault)"),
            new State(DataType.FLOAT64, "mean_of_whole<1, true>(&$0, number($4), in)"),
            new State(DataType.INT64, "whole_mean<2, true>(&$0, in)"),
            new State(DataType.INT64, "product<i64, true>(&$0, in, fault)"),
            new State(DataType.UINT64, "product<u64, false>(&$0, in, fault)"),
            new State(DataType.FLOAT64, "product<f64, false>(&$0, in, fault)"),
            new State(DataType.INT16, "bits_of<i16, true>($0, $1, in)"),
            new State(DataType.FLOAT64, "products($0, $1, in)"),
            new State(DataType.FLOAT64, "root(spread($0, $1, word($2), in))"),
            new State(DataType.FLOAT64, "correlation(&$0, in)"),
            new State(DataType.FLOAT64, "quantile<LINEAR>(&$0, number($4), in)"),
            new State(DataType.FLOAT64, "quantile<NEAREST>(&$0, number($4), in)"),
            new State(DataType.BOOL, "nth<bool>(&$0, word($4), in)"),
            new State(DataType.decimal(38, 2), "nth<i128>(&$0, word($4), in)"));

    /// The states of the general strategy, each with as many arrays as any has.
    private static Specialization states() {
        List<Field> fields = new ArrayList<>();
        STATES.forEach(state -> fields.add(new Field("s" + fields.size(), state.type())));
        GroupFinish finish = new GroupFinish(Optional.of(col("s3").gt(5)), List.of());
        return finish(finish, new Schema(fields), column -> {
            State state = STATES.get(column);
            long arrays = Math.max(
                    1, state.text().chars().filter(letter -> letter == '$').count());
            int most = state.text().contains("&") ? 5 : (int) arrays;
            return new GroupValue(
                    state.type(), state.text(), true, true, Collections.nCopies(most, new GroupValue.Input(0, 0, 0)));
        });
    }

    private static void addStrategies(ScanShape shape, List<Specialization> variants) {
        Planner planner = Planner.of(HOPPER);
        variants.add(LeftoverRows.specialization(shape));
        addPartitions(shape, variants);
        if (shape.layout().wordType() == CudaType.U32) {
            variants.add(WordNumbers.specialization(shape));
            variants.add(SingleRows.specialization(shape));
            variants.add(BlockGroups.specialization(shape, planner.block(shape, 1000)));
            variants.add(BlockGroups.specialization(shape, planner.block(shape, 150_000)));
            variants.add(BlockGroups.specialization(shape, planner.block(shape, 150_000, false)));
            planner.registers(shape, 2).ifPresent(plan -> variants.add(BlockGroups.specialization(shape, plan)));
        }
        addHashes(shape, variants);
        for (int groups : new int[] {100, 1_000, 15_000, 40_000}) {
            new CountPlanner(HOPPER)
                    .plan(shape, 300_000_000, groups, 1.0 / groups)
                    .ifPresent(plan -> variants.add(CountKeys.specialization(shape, plan)));
        }
        if (!shape.hasLimbs()) { // exact sums are not taken of partial groups
            variants.add(
                    ClusteredGroups.specialization(shape.with(shape.layout().shifted())));
        }
    }

    private static void addHashes(ScanShape shape, List<Specialization> variants) {
        for (int groups : new int[] {1_000, 15_000}) {
            Planner.of(HOPPER)
                    .hash(shape, groups)
                    .ifPresent(plan -> variants.add(HashGroups.specialization(shape, plan)));
        }
    }

    /// Rows of many bytes, of which the threads of large blocks do not hold four.
    private static void addWide(List<Specialization> variants) {
        List<ScanArgument> arguments = new ArrayList<>();
        List<ScanCell> cells = new ArrayList<>(List.of(new ScanCell(ScanCell.Operation.COUNT, -1)));
        List<ScanResult> results = new ArrayList<>();
        for (int sum = 0; sum < 8; sum++) {
            arguments.add(new ScanArgument(1 + sum, CudaType.F64, false));
            cells.add(new ScanCell(ScanCell.Operation.SUM, sum));
            results.add(new ScanResult(DeviceAggregate.Function.SUM, 1 + sum, 0));
        }
        KeyLayout key = new KeyLayout(List.of(numbers(0, CudaType.I32, false, 10_000)));
        List<Integer> columns = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
        ScanShape sums = new ScanShape(key, columns, arguments, cells, results);
        Planner planner = Planner.of(HOPPER);
        variants.add(BlockGroups.specialization(sums, planner.block(sums, 100)));
        variants.add(BlockGroups.specialization(sums, planner.block(sums, 10_000)));
        variants.add(PartitionKernels.grouping(sums, planner.direct(sums, 10_000_000, 100_000_000)));
        variants.add(SingleRows.specialization(sums));
    }

    private static void addPartitions(ScanShape shape, List<Specialization> variants) {
        Planner planner = Planner.of(HOPPER);
        if (shape.layout().wordType() == CudaType.U32) {
            Plan.Partition direct = planner.direct(shape, 10_000_000, 100_000_000);
            variants.add(PartitionKernels.moving(shape, direct));
            variants.add(PartitionKernels.grouping(shape, direct));
            variants.add(
                    PartitionKernels.grouping(shape, (Plan.Partition) planner.forSkew(shape, direct, 1, 100_000_000)));
        }
        ScanShape shifted = shape.with(shape.layout().shifted());
        Plan.Partition hashed = planner.hashed(shape, 100_000_000, 10_000_000);
        variants.add(PartitionKernels.moving(shifted, hashed));
        variants.add(PartitionKernels.grouping(shifted, hashed));
        variants.add(
                PartitionKernels.grouping(shifted, (Plan.Partition) planner.forSkew(shape, hashed, 1, 100_000_000)));
        Plan.Partition many = planner.hashed(shape, 100_000_000, 100_000_000);
        if (many.inTwoSteps()) {
            variants.add(PartitionKernels.moving(shifted, many));
            variants.add(PartitionKernels.movingAgain(shifted, many));
        }
    }

    private static void addMembers(List<Specialization> variants) {
        ScanShape members = new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, false, 10_000))),
                List.of(0, 1),
                List.of(new ScanArgument(1, CudaType.F64, false)),
                List.of(
                        new ScanCell(ScanCell.Operation.COUNT, -1),
                        new ScanCell(ScanCell.Operation.MEAN, 0),
                        new ScanCell(ScanCell.Operation.SQUARES, 0),
                        new ScanCell(ScanCell.Operation.QUANTILE, 0)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.MEDIAN, 3, 0),
                        new ScanResult(DeviceAggregate.Function.STD, 2, 0, 1)));
        Plan.Partition plan = Planner.of(HOPPER).members(members).orElseThrow();
        variants.add(PartitionKernels.moving(members, plan));
        variants.add(PartitionKernels.movingAgain(members, plan));
        variants.add(PartitionKernels.members(members, plan));
        ScanShape more = moreMembers();
        Plan.Partition byColumn = Planner.of(HOPPER).members(more).orElseThrow();
        variants.add(PartitionKernels.moving(more, byColumn));
        variants.add(PartitionKernels.members(more, byColumn));
    }

    /// Members of two columns, one with nulls, beside functions that need none.
    private static ScanShape moreMembers() {
        return new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, false, 1_000))),
                List.of(0, 1, 2, 3),
                List.of(
                        new ScanArgument(1, CudaType.I64, true),
                        new ScanArgument(2, CudaType.F32, false),
                        new ScanArgument(3, CudaType.I32, true)),
                List.of(
                        new ScanCell(ScanCell.Operation.COUNT, -1),
                        new ScanCell(ScanCell.Operation.MEAN, 0),
                        new ScanCell(ScanCell.Operation.SQUARES, 0),
                        new ScanCell(ScanCell.Operation.QUANTILE, 0, 3),
                        new ScanCell(ScanCell.Operation.QUANTILE, 0, 4),
                        new ScanCell(ScanCell.Operation.COUNT, 0),
                        new ScanCell(ScanCell.Operation.MEAN, 1),
                        new ScanCell(ScanCell.Operation.SQUARES, 1),
                        new ScanCell(ScanCell.Operation.SUM, 0),
                        new ScanCell(ScanCell.Operation.MIN, 2),
                        new ScanCell(ScanCell.Operation.SUM, 1),
                        new ScanCell(ScanCell.Operation.COUNT, 2)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.MEDIAN, 3, 5),
                        new ScanResult(DeviceAggregate.Function.QUANTILE, 4, 5),
                        new ScanResult(DeviceAggregate.Function.STD, 2, 5, 1),
                        new ScanResult(DeviceAggregate.Function.VARIANCE, 7, 0, 0),
                        new ScanResult(DeviceAggregate.Function.SUM, 8, 5),
                        new ScanResult(DeviceAggregate.Function.MIN, 9, 11),
                        new ScanResult(DeviceAggregate.Function.MEAN, 10, 0)));
    }

    /// Hashes as keys, and numbers of rows.
    private static ScanShape ofHashes() {
        return new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.U64, false, Long.MAX_VALUE))),
                List.of(0, 1),
                List.of(new ScanArgument(1, CudaType.U32, false)),
                List.of(new ScanCell(ScanCell.Operation.COUNT, -1), new ScanCell(ScanCell.Operation.MIN, 0)),
                List.of(new ScanResult(DeviceAggregate.Function.MIN, 1, 0)));
    }

    private static Stream<ScanShape> shapes() {
        ScanResult rows = new ScanResult(DeviceAggregate.Function.COUNT_ROWS, 0, 0);
        ScanCell count = new ScanCell(ScanCell.Operation.COUNT, -1);
        ScanShape counts = new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, false, 1000))),
                List.of(0),
                List.of(),
                List.of(count),
                List.of(rows));
        ScanShape sums = new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.U8, false, 100), text(1, 2))),
                List.of(0, 1, 2, 3),
                List.of(new ScanArgument(2, CudaType.I32, false), new ScanArgument(3, CudaType.F64, false)),
                List.of(count, new ScanCell(ScanCell.Operation.SUM, 0), new ScanCell(ScanCell.Operation.SUM, 1)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.SUM, 1, 0),
                        new ScanResult(DeviceAggregate.Function.MEAN, 2, 0)));
        ScanShape nulls = new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.F64, true, 1L << 40))),
                List.of(0, 1, 2),
                List.of(new ScanArgument(1, CudaType.I64, true), new ScanArgument(2, CudaType.F32, true)),
                List.of(
                        count,
                        new ScanCell(ScanCell.Operation.COUNT, 0),
                        new ScanCell(ScanCell.Operation.SUM, 0),
                        new ScanCell(ScanCell.Operation.COUNT, 1),
                        new ScanCell(ScanCell.Operation.MIN, 1)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.SUM, 2, 1),
                        new ScanResult(DeviceAggregate.Function.MIN, 4, 3)));
        ScanShape wide = new ScanShape(
                new KeyLayout(List.of(text(0, 12), text(1, 5), numbers(2, CudaType.I64, false, 1L << 12))), // 69 bits
                List.of(0, 1, 2, 3),
                List.of(new ScanArgument(3, CudaType.U64, false)),
                List.of(count, new ScanCell(ScanCell.Operation.MAX, 0)),
                List.of(new ScanResult(DeviceAggregate.Function.MAX, 1, 0)));
        return Stream.of(counts, sums, nulls, wide, fused(), picked(), decimals(), exact(), extremes(), bits());
    }

    private static ScanShape bits() {
        return new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, false, 1000))),
                List.of(0, 1, 2),
                List.of(new ScanArgument(1, CudaType.I64, true), new ScanArgument(2, CudaType.U16, false)),
                List.of(
                        new ScanCell(ScanCell.Operation.COUNT, -1),
                        new ScanCell(ScanCell.Operation.BIT_AND, 0),
                        new ScanCell(ScanCell.Operation.COUNT, 0),
                        new ScanCell(ScanCell.Operation.BIT_XOR, 0),
                        new ScanCell(ScanCell.Operation.BIT_OR, 1)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.BIT_AND, 1, 2, 0, CudaType.I64, 0),
                        new ScanResult(DeviceAggregate.Function.BIT_XOR, 3, 2, 0, CudaType.I64, 0),
                        new ScanResult(DeviceAggregate.Function.BIT_OR, 4, 0, 0, CudaType.U16, 0)));
    }

    /// Words of 64 bits, and texts, beside few values: for blocks of 1,024 threads.
    private static Stream<ScanShape> scattered() {
        ScanResult rows = new ScanResult(DeviceAggregate.Function.COUNT_ROWS, 0, 0);
        ScanCell count = new ScanCell(ScanCell.Operation.COUNT, -1);
        KeyLayout numbers = new KeyLayout(List.of(numbers(0, CudaType.I64, true, 1L << 40)));
        KeyLayout pairs = new KeyLayout(
                List.of(numbers(0, CudaType.I32, true, 1L << 20), numbers(1, CudaType.I32, true, 1L << 20)));
        KeyLayout texts = new KeyLayout(List.of(text(0, 12), text(1, 5)));
        ScanShape sums = new ScanShape(
                numbers,
                List.of(0, 1),
                List.of(new ScanArgument(1, CudaType.F64, true)),
                List.of(count, new ScanCell(ScanCell.Operation.SUM, 0)),
                List.of(rows, new ScanResult(DeviceAggregate.Function.SUM, 1, 0)));
        return Stream.of(
                new ScanShape(numbers, List.of(0), List.of(), List.of(count), List.of(rows)),
                new ScanShape(pairs, List.of(0, 1), List.of(), List.of(count), List.of(rows)),
                new ScanShape(texts, List.of(0, 1), List.of(), List.of(count), List.of(rows)),
                sums);
    }

    /// Decimals of which 64 bits are taken.
    private static ScanShape decimals() {
        return new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, false, 1000))),
                List.of(0, 1),
                List.of(new ScanArgument(1, CudaType.I128, true)),
                List.of(
                        new ScanCell(ScanCell.Operation.COUNT, -1),
                        new ScanCell(ScanCell.Operation.SUM, 0),
                        new ScanCell(ScanCell.Operation.COUNT, 0),
                        new ScanCell(ScanCell.Operation.MAX, 0)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.SUM, 1, 2, 0, CudaType.I128, 0),
                        new ScanResult(DeviceAggregate.Function.MEAN, 1, 2, 0, CudaType.F64, 18),
                        new ScanResult(DeviceAggregate.Function.MAX, 3, 2, 0, CudaType.I128, 0)));
    }

    /// Decimals, and whole numbers of 64 bits, of which sums are exact.
    private static ScanShape exact() {
        return new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, false, 1000))),
                List.of(0, 1, 2),
                List.of(
                        new ScanArgument(1, CudaType.I128, true, ScanArgument.EXACT),
                        new ScanArgument(2, CudaType.I64, false)),
                List.of(
                        new ScanCell(ScanCell.Operation.COUNT, -1),
                        ScanCell.ofLimb(0, 0),
                        ScanCell.ofLimb(0, 1),
                        ScanCell.ofLimb(0, 2),
                        ScanCell.ofLimb(0, 3),
                        new ScanCell(ScanCell.Operation.COUNT, 0),
                        ScanCell.ofLimb(1, 0),
                        ScanCell.ofLimb(1, 1)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.SUM, 1, 5, 0, CudaType.I128, 0),
                        new ScanResult(DeviceAggregate.Function.MEAN, 1, 5, 0, CudaType.F64, 4),
                        new ScanResult(DeviceAggregate.Function.SUM, 6, 0, 0, CudaType.I64, 0)));
    }

    /// Both extremes of decimals of which 64 bits do not hold all.
    private static ScanShape extremes() {
        return new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, false, 1000))),
                List.of(0, 1),
                List.of(new ScanArgument(1, CudaType.I128, true, ScanArgument.EXACT)),
                List.of(
                        new ScanCell(ScanCell.Operation.COUNT, -1),
                        new ScanCell(ScanCell.Operation.MIN_WIDE, 0),
                        new ScanCell(ScanCell.Operation.LOW, 0, 1),
                        new ScanCell(ScanCell.Operation.COUNT, 0),
                        new ScanCell(ScanCell.Operation.MAX_WIDE, 0),
                        new ScanCell(ScanCell.Operation.LOW, 0, 4)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.MIN, 1, 3, 0, CudaType.I128, 0),
                        new ScanResult(DeviceAggregate.Function.MAX, 4, 3, 0, CudaType.I128, 0)));
    }

    /// A remainder is the key, a product is summed, and the condition may fault.
    private static ScanShape fused() {
        return new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, true, 1000))),
                List.of(5, 6, 0, 1, 2),
                List.of(new ScanArgument(1, CudaType.F64, false), new ScanArgument(2, CudaType.I32, true)),
                List.of(
                        new ScanCell(ScanCell.Operation.COUNT, -1),
                        new ScanCell(ScanCell.Operation.SUM, 0),
                        new ScanCell(ScanCell.Operation.COUNT, 1),
                        new ScanCell(ScanCell.Operation.SUM, 1)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.MEAN, 1, 0),
                        new ScanResult(DeviceAggregate.Function.SUM, 3, 2)),
                computed());
    }

    /// The first row, and that with the least value, by numbers of rows that are not read.
    private static ScanShape picked() {
        return new ScanShape(
                new KeyLayout(List.of(numbers(0, CudaType.I32, false, 1000))),
                List.of(0, 3, 1, 2),
                List.of(new ScanArgument(1, CudaType.U64, false), new ScanArgument(3, CudaType.U32, false)),
                List.of(
                        new ScanCell(ScanCell.Operation.COUNT, -1),
                        new ScanCell(ScanCell.Operation.MIN, 0),
                        new ScanCell(ScanCell.Operation.MIN, 1)),
                List.of(
                        new ScanResult(DeviceAggregate.Function.MIN, 1, 0),
                        new ScanResult(DeviceAggregate.Function.MIN, 2, 0)),
                new FusedValues(
                        List.of(
                                new FusedValues.Read(0, 0, DataType.INT32, false),
                                new FusedValues.Read(1, 2, DataType.FLOAT32, false),
                                new FusedValues.Read(2, 3, DataType.UINT32, false, true)),
                        Map.of(
                                1,
                                new ScanRows.Computed(
                                        DataType.UINT64, "packed_row<false>(x1(i), x2(i))", List.of(1, 2), false)),
                        Optional.empty(),
                        0));
    }

    private static FusedValues computed() {
        return new FusedValues(
                List.of(
                        new FusedValues.Read(0, 2, DataType.INT32, true),
                        new FusedValues.Read(1, 3, DataType.FLOAT64, false),
                        new FusedValues.Read(2, 4, DataType.BOOL, false)),
                Map.of(
                        0,
                        new ScanRows.Computed(DataType.INT32, "remainder_by(x0(i), literals + 0)", List.of(0), false),
                        1,
                        new ScanRows.Computed(DataType.FLOAT64, "multiply(x1(i), x1(i))", List.of(1), false)),
                Optional.of(new ScanRows.Computed(
                        DataType.BOOL,
                        "distinct(less(add<i32>(x0(i), literal<i32>(literals + 2), -2147483648LL, 2147483647LL, fault),"
                                + " literal<i32>(literals + 3)), x2(i))",
                        List.of(0, 2),
                        false)),
                4);
    }

    private static KeyPart numbers(int column, CudaType type, boolean keepsNull, long size) {
        return new KeyPart.Numbers(column, type, keepsNull, keepsNull, 0, BigInteger.valueOf(size));
    }

    private static KeyPart text(int column, int length) {
        byte[] last = new byte[length];
        Arrays.fill(last, (byte) 9);
        return new KeyPart.Text(column, false, false, length, length, new byte[length], last);
    }
}
