package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.groupby.GroupScan.backwardFill;
import static dev.sheaf.groupby.GroupScan.cumulativeCount;
import static dev.sheaf.groupby.GroupScan.diff;
import static dev.sheaf.groupby.GroupScan.forwardFill;
import static dev.sheaf.groupby.GroupScan.groupNumber;
import static dev.sheaf.groupby.GroupScan.rank;
import static dev.sheaf.groupby.GroupScan.replaceNulls;
import static dev.sheaf.groupby.GroupScan.scan;
import static dev.sheaf.groupby.GroupScan.scanBefore;
import static dev.sheaf.groupby.GroupScan.shift;
import static dev.sheaf.groupby.GroupScan.smooth;
import static dev.sheaf.groupby.GroupScan.transform;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.window.Frame;
import dev.sheaf.window.RunFunction;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Share;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Random scans of groups of a table on a device, beside those of the CPU.
final class ScanCases {
    private static final Schema SCHEMA = Schema.of(
            new Field("k", DataType.INT32),
            new Field("t", DataType.STRING),
            new Field("i", DataType.INT32),
            new Field("l", DataType.INT64),
            new Field("d", DataType.FLOAT64),
            new Field("f", DataType.FLOAT32),
            new Field("n", DataType.decimal(20, 2)),
            new Field("b", DataType.BOOL));
    private static final String[] WORDS = {"", "a", "north", "south", "a longer text than the others", "ä€"};
    private static final List<String> VALUES = List.of("i", "l", "d", "f", "n", "b", "t");
    private static final List<String> ORDERED = List.of("i", "l", "d", "f", "n");
    private static final List<String> SUMMED = List.of("i", "l", "d", "f");

    /// Of scans, for each of which kernels are compiled.
    private static final int COMBINATIONS = 24;

    private final Gpu gpu;
    private final MemoryPool pool;

    ScanCases(Gpu gpu, MemoryPool pool) {
        this.gpu = gpu;
        this.pool = pool;
    }

    void compare(SplittableRandom random, int mostRows) {
        compare(random, mostRows, ScanCases::drawn);
    }

    /// Of running values alone, in orders too.
    void compareRunning(SplittableRandom random, int mostRows) {
        compare(random, mostRows, ScanCases::running);
    }

    private void compare(SplittableRandom random, int mostRows, Function<SplittableRandom, GroupScan> draw) {
        List<Expr> keys = one(
                random,
                List.of(
                        List.of(col("k")),
                        List.of(col("t")),
                        List.of(col("k"), col("t")),
                        List.of(col("b"), col("d")),
                        List.of(col("k").times(2).as("twice"), col("b"))));
        Optional<Expr> filter =
                random.nextInt(3) == 0 ? Optional.of(col("i").gt(one(random, List.of(-2, 100)))) : Optional.empty();
        NullKeys nulls = one(random, List.of(NullKeys.INCLUDE, NullKeys.EXCLUDE));
        List<GroupScan> scans = new ArrayList<>();
        SplittableRandom recurring = new SplittableRandom(random.nextInt(COMBINATIONS));
        for (int i = 0; i < 5; i++) {
            scans.add(draw.apply(recurring).as("s" + i));
        }
        try (Table host = random(random, mostRows)) {
            compare(host, keys, filter, nulls, scans, "cuda");
        }
    }

    /// Scans that read no column of the table.
    void ofNoColumns() {
        try (Table host = random(new SplittableRandom(1), 300)) {
            List<Expr> keys = List.of(Expressions.lit(1).as("one"));
            for (GroupScan scan : List.of(groupNumber(), cumulativeCount(), GroupScan.rowNumber())) {
                compare(host, keys, Optional.empty(), NullKeys.INCLUDE, List.of(scan), "cuda");
            }
        }
    }

    /// Scans that the device refuses, each with a word of its reason.
    void ofTheCpu() {
        try (Table host = random(new SplittableRandom(1), 300)) {
            List<String> keys = List.of("k");
            compare(host, keys, NullKeys.INCLUDE, List.of(smooth("d", 0.5, true)), "smoothed");
            compare(
                    host,
                    keys,
                    NullKeys.INCLUDE,
                    List.of(rank("t", RankMethod.MIN)),
                    "ordered by values of type string");
            compare(host, keys, NullKeys.INCLUDE, List.of(scan(sum("n"))), "running");
            Expr distinct = new Expr.Aggregate(new Aggregation.Mean(), List.of(col("d")), Optional.empty(), true);
            for (Expr by : List.of(mean("d").plus(1), distinct, mean("d").filter(col("b")))) {
                compare(host, keys, NullKeys.INCLUDE, List.of(replaceNulls("d", by)), "is computed on the CPU");
            }
        }
    }

    /// Frames that end as far behind the current row, or before it, as numbers go.
    void ofFarFrames() {
        try (Table host = random(new SplittableRandom(2), 300)) {
            for (long rows : List.of(Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 2L)) {
                Frame frame = new Frame(
                        Frame.Unit.ROWS, new Frame.Unbounded(), new Frame.Distance(rows), Frame.Exclusion.NOTHING);
                RunFunction sum = new RunFunction.Folded(new Aggregation.Sum(), frame);
                GroupScan scan = new GroupScan.Run("s", Optional.of(col("l")), sum, null, false, List.of());
                compare(host, List.of("k"), NullKeys.INCLUDE, List.of(scan), "cuda");
            }
        }
    }

    /// Scans both ways of groups of which one may have half of the rows.
    void ofManyGroups(SplittableRandom random, int groups, int rows) {
        int frequent = random.nextInt(groups);
        boolean isSkewed = random.nextBoolean();
        int[] keys = random.ints(rows, 0, groups)
                .map(key -> isSkewed && random.nextBoolean() ? frequent : key)
                .toArray();
        Integer[] ints = random.ints(rows, -5, 6)
                .mapToObj(value -> value == 0 ? null : (Integer) value)
                .toArray(Integer[]::new);
        try (Table host = Table.of("k", keys, "i", ints)) {
            List<GroupScan> scans = List.of(
                    scan(sum("i")).as("sum"),
                    shift("i", 1).as("shift"),
                    backwardFill("i").as("next"));
            compare(host, List.of("k"), NullKeys.INCLUDE, scans, "cuda");
        }
    }

    /// Scans in an order and without one where a condition leaves no row in a group.
    void ofNoGroups() {
        Optional<Expr> none = Optional.of(col("i").gt(100));
        List<GroupScan> scans = List.of(
                rank("l", RankMethod.MIN).as("rank"),
                scan(sum(col("l"))).as("sum"),
                shift("t", 1).as("shift"),
                groupNumber().as("group"));
        try (Table host = random(new SplittableRandom(3), 300)) {
            compare(host, List.of(col("k")), none, NullKeys.EXCLUDE, scans, "cuda");
        }
    }

    private void compare(Table host, List<String> keys, NullKeys nulls, List<GroupScan> scans, String decided) {
        compare(host, keys.stream().<Expr>map(Expressions::col).toList(), Optional.empty(), nulls, scans, decided);
    }

    private void compare(
            Table host, List<Expr> keys, Optional<Expr> filter, NullKeys nulls, List<GroupScan> scans, String decided) {
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        GroupScan[] all = scans.toArray(GroupScan[]::new);
        Expr[] by = keys.toArray(Expr[]::new);
        GroupBy every = GroupBy.on(host).by(by).nullKeys(nulls);
        try (Groups groups = filter.map(every::where).orElse(every).groups(context, GroupsOptions.DEFAULT);
                Table expected = groups.scan(context, RowsBy.TABLE, all);
                GpuStream stream = gpu.openStream();
                GpuTable device = gpu.load(host);
                GpuTable made = asked(device, filter).by(by).nullKeys(nulls).scan(context, stream, all);
                Table actual = made.download(pool, stream)) {
            assertThat(actual.schema().fields().stream().map(Field::type).toList())
                    .as("%s", scans)
                    .isEqualTo(
                            expected.schema().fields().stream().map(Field::type).toList());
            for (GroupScan scan : scans) {
                String what = scan + " by " + keys + " of " + nulls + ", " + filter;
                same(actual.values(scan.name()), expected.values(scan.name()), what);
            }
        }
        assertThat(context.decisions()).anyMatch(decision -> decision.toString().contains(decided));
    }

    private static GpuGroupBy asked(GpuTable device, Optional<Expr> filter) {
        return filter.map(condition -> device.groupBy().where(condition)).orElseGet(device::groupBy);
    }

    private static void same(List<@Nullable Object> actual, List<@Nullable Object> expected, String what) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            assertThat(actual.get(row)).as("%s, row %s", what, row).isEqualTo(expected.get(row));
        }
    }

    private static GroupScan drawn(SplittableRandom random) {
        String any = one(random, VALUES);
        String ordered = one(random, ORDERED);
        Expr summed = col(one(random, SUMMED));
        List<Supplier<GroupScan>> choices = List.of(
                () -> scan(sum(summed)),
                () -> scanBefore(sum(summed)),
                () -> scan(mean(summed)),
                () -> scan(min(ordered)),
                () -> scanBefore(max(ordered)),
                () -> scan(count(any)),
                () -> cumulativeCount(),
                () -> groupNumber(),
                () -> scan(picked(new Aggregation.First(random.nextBoolean()), any)),
                () -> scan(picked(new Aggregation.Last(random.nextBoolean()), any)),
                () -> scan(picked(new Aggregation.Nth(random.nextInt(-3, 3), false), any)),
                GroupScan::rowNumber,
                () -> shift(any, random.nextInt(-6, 7)),
                () -> shift("i", random.nextInt(-3, 4)).fill(7),
                () -> shift("t", 1).fill("none"),
                () -> shift("n", -1).fill(new BigDecimal("1.50")),
                () -> forwardFill(any),
                () -> backwardFill(any),
                () -> replaceNulls("d", mean("d")),
                () -> replaceNulls("l", 5L),
                () -> replaceNulls("i", col("k")),
                () -> diff(one(random, List.of("l", "d")), random.nextInt(-2, 3)),
                () -> transform(max(ordered)),
                () -> transform(count(any)),
                () -> transform(mean(one(random, List.of("i", "d")))),
                () -> replaceNulls("d", max("d")),
                () -> rank(ordered, one(random, List.of(RankMethod.values()))),
                () -> rank(ordered, one(random, List.of(RankMethod.values())))
                        .order(new SortDirection(random.nextBoolean(), random.nextBoolean()), false)
                        .share(one(random, List.of(Share.values()))));
        return one(random, choices).get();
    }

    private static GroupScan running(SplittableRandom random) {
        Expr summed = col(one(random, SUMMED));
        Expr ordered = col(one(random, ORDERED));
        Expr value = one(
                random,
                List.of(sum(summed), mean(summed), min(ordered), max(ordered), count(one(random, VALUES)), count()));
        String any = one(random, VALUES);
        GroupScan.Run last = scan(picked(new Aggregation.Last(true), any));
        List<GroupScan.Run> choices =
                List.of(scan(value), scanBefore(value), scan(value), last, forwardFill(any), backwardFill(any));
        GroupScan.Run scan = one(random, choices);
        List<Within> order = random.nextInt(3) == 0
                ? List.of(
                        new Within(one(random, ORDERED), new SortDirection(random.nextBoolean(), random.nextBoolean())))
                : List.of();
        return new GroupScan.Run(scan.name(), scan.input(), scan.function(), null, random.nextBoolean(), order);
    }

    private static Expr picked(Aggregation aggregation, String column) {
        return new Expr.Aggregate(aggregation, List.of(col(column)), Optional.empty(), false);
    }

    static <T> T one(SplittableRandom random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /// A few quarters, or what is no such number: sums of one infinity are the same in any order.
    private static double number(SplittableRandom random, double infinity) {
        return switch (random.nextInt(300)) {
            case 0 -> Double.NaN;
            case 1 -> infinity;
            case 2, 3, 4, 5, 6, 7, 8, 9 -> -0.0;
            default -> random.nextInt(-8, 9) / 4.0;
        };
    }

    /// Numbers whose sums are exact in any order.
    static Table random(SplittableRandom random, int mostRows) {
        int rows = random.nextInt(mostRows + 1);
        double nulls = random.nextInt(3) == 0 ? 0 : 0.2;
        int groups = one(random, List.of(1, 3, 40, 1_000));
        try (TableBuilder builder = new TableBuilder(SCHEMA, MemoryPool.shared())) {
            for (int row = 0; row < rows; row++) {
                @Nullable
                Object[] values = {
                    random.nextInt(groups),
                    WORDS[random.nextInt(WORDS.length)],
                    random.nextInt(-5, 6),
                    random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L),
                    number(random, Double.NEGATIVE_INFINITY),
                    (float) number(random, Double.POSITIVE_INFINITY),
                    BigDecimal.valueOf(random.nextInt(-500, 500), 2),
                    random.nextBoolean()
                };
                for (int column = 0; column < values.length; column++) {
                    values[column] = random.nextDouble() < nulls ? null : values[column];
                }
                builder.row(values);
            }
            return builder.build();
        }
    }
}
