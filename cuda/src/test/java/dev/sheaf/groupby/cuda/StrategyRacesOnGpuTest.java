package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Gpu;
import dev.sheaf.cuda.gpu.OnGpu;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.FastGroupBy;
import dev.sheaf.groupby.cuda.fast.Outcome;
import dev.sheaf.groupby.cuda.fast.PlanRun;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate.Function;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.KeySampler;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ShapeBuilder;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.RandomCases;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every strategy over few rows, to be run under compute-sanitizer. What is tagged `races` launches each kernel
/// with shared memory, and few others, since racecheck makes a launch a thousand times slower; what is tagged
/// `strategies` is for memcheck.
@OnGpu
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // longest first, since processes share them
class StrategyRacesOnGpuTest {
    private static final int ROWS = 1_001;
    private static final int KEYS = 100;

    /// Of the shapes with one int32 key, of which there are as many as there are sets of aggregates.
    private static final int FIRST_SHAPE = 4 * Shapes.aggregates();

    /// That of two texts as keys.
    private static final int TEXTS_SHAPE = 19 * Shapes.aggregates();

    private static final List<DeviceAggregate> SUMS = List.of(
            new DeviceAggregate(Function.COUNT_ROWS, -1, DataType.INT64),
            new DeviceAggregate(Function.SUM, 1, DataType.INT64),
            new DeviceAggregate(Function.MAX, 1, DataType.INT64),
            new DeviceAggregate(Function.SUM, 2, DataType.FLOAT64));

    private static final List<DeviceAggregate> MEMBERS = List.of(
            new DeviceAggregate(Function.MEDIAN, 2, DataType.FLOAT64),
            new DeviceAggregate(Function.COUNT_ROWS, -1, DataType.INT64),
            new DeviceAggregate(Function.VARIANCE, 2, DataType.FLOAT64, 1),
            new DeviceAggregate(Function.QUANTILE, 1, DataType.FLOAT64, 0.9),
            new DeviceAggregate(Function.QUANTILE, 2, DataType.FLOAT64, 0.25),
            new DeviceAggregate(Function.SUM, 1, DataType.INT64),
            new DeviceAggregate(Function.MAX, 1, DataType.INT64));

    private record Rows(int[] keys, long[] wholes, double[] reals) {
        static Rows random(SplittableRandom random, int groups) {
            int[] keys = random.ints(ROWS, 0, groups).toArray();
            long[] wholes = random.longs(ROWS, -1000, 1000).toArray();
            double[] reals = random.doubles(ROWS, -10, 10).toArray();
            return new Rows(keys, wholes, reals);
        }

        long[] counts(int groups) {
            long[] counts = new long[groups];
            for (int key : keys) {
                counts[key]++;
            }
            return counts;
        }
    }

    /// What the plans of one test are for.
    private enum Kind {
        TABLES,
        PARTITIONS,
        COUNTS,
        LEFTOVERS,
        CHOSEN
    }

    @ParameterizedTest
    @CsvSource({
        "TABLES, 3",
        "TABLES, 100",
        "PARTITIONS, 3",
        "PARTITIONS, 100",
        "COUNTS, 3",
        "COUNTS, 100",
        "LEFTOVERS, 3",
        "LEFTOVERS, 100",
        "CHOSEN, 3",
        "CHOSEN, 100"
    })
    @Tag("races")
    void fastStrategiesCountEveryGroup(Kind kind, int groups, Gpu gpu) {
        Rows rows = Rows.random(new SplittableRandom(7), groups);
        gpu.device().run(() -> {
            try (MemoryPool pool = MemoryPool.create();
                    Stream stream = Stream.open(gpu.device())) {
                check(kind, new KernelStore(gpu.kernels()), rows, groups, pool, stream);
            }
        });
    }

    private static FastRequest asking(DeviceTable table, List<DeviceAggregate> aggregates) {
        return new FastRequest(new ScanRows(table), List.of(0), false, aggregates);
    }

    private static void check(Kind kind, KernelStore kernels, Rows rows, int groups, MemoryPool pool, Stream stream) {
        PlanRun plans = FastGroupBy.plans(kernels, pool);
        long[] counts = rows.counts(groups);
        try (Table host = Table.of("k", rows.keys(), "i", rows.wholes(), "d", rows.reals());
                Staging staging = new Staging(pool, stream);
                DeviceTable table = Upload.table(host, staging);
                KeySample sample = new KeySampler(kernels, pool).sample(table, List.of(0), stream)) {
            KeyPart part = new KeyPart.Numbers(0, CudaType.I32, false, false, 0, BigInteger.valueOf(groups));
            KeyLayout layout = new KeyLayout(List.of(part));
            switch (kind) {
                case TABLES, PARTITIONS -> {
                    ScanShape shape = ShapeBuilder.of(table, layout, List.of(0), SUMS);
                    for (Plan plan : plans(kind, shape, groups, stream)) {
                        ScanShape planned = Planner.shapeFor(shape, plan);
                        check(plans.run(asking(table, SUMS), planned, plan, sample, stream), counts, 0, pool, stream);
                    }
                }
                case COUNTS -> {
                    List<DeviceAggregate> count = List.of(SUMS.getFirst());
                    ScanShape shape = ShapeBuilder.of(table, layout, List.of(0), count);
                    for (Plan plan : plans(kind, shape, groups, stream)) {
                        check(plans.run(asking(table, count), shape, plan, sample, stream), counts, 0, pool, stream);
                    }
                }
                case LEFTOVERS -> checkLeftovers(plans.forAllLeftovers(), table, counts, sample, pool, stream);
                case CHOSEN -> {
                    ScanShape members = ShapeBuilder.ofMembers(table, layout, List.of(0), MEMBERS);
                    Plan plan = small(stream).members(members).orElseThrow();
                    check(plans.run(asking(table, MEMBERS), members, plan, sample, stream), counts, 1, pool, stream);
                    for (String strategy : List.of("", "clustered")) {
                        FastGroupBy chosen = new FastGroupBy(kernels, pool, strategy);
                        for (List<DeviceAggregate> asked : List.of(SUMS, List.of(SUMS.getFirst()))) {
                            check(chosen.group(table, List.of(0), false, asked, stream), counts, 0, pool, stream);
                        }
                    }
                }
            }
        }
    }

    private static Planner small(Stream stream) {
        return new Planner(stream.device().info(), 8 << 10, 8 << 10, 16);
    }

    private static List<Plan> plans(Kind kind, ScanShape shape, int groups, Stream stream) {
        Planner small = small(stream);
        return switch (kind) {
            case TABLES ->
                List.of(
                        small.block(shape, groups),
                        new Plan.Block(groups, groups + groups % 2, 1, 1, 256, 1, 3, false, false),
                        small.hash(shape, groups).orElseThrow(),
                        new Plan.Hash(64, 64, 1, 1 << 14, 1, 1, 256, 1, 2));
            case PARTITIONS ->
                List.of(
                        small.direct(shape, groups, 1000),
                        small.hashed(shape, 1000, groups),
                        small.forSkew(shape, small.direct(shape, groups, 1000), 1, ROWS),
                        small.forSkew(shape, small.hashed(shape, 1000, groups), 1, ROWS),
                        small.direct(shape, groups, 1000).in(2, CudaType.U32),
                        small.hashed(shape, 1000, groups).in(2, CudaType.U32));
            case COUNTS ->
                List.of(
                        new Plan.Block(groups, groups + groups % 2, 1, 1, 256, 1, 0, true, true),
                        new Plan.Counts(1 << 12, 64, 1, 1 << 14, 256, 1, 1, 1, true),
                        new Plan.Counts(1 << 12, 64, 1, 1 << 14, 256, 1, 2, 2, true),
                        new Plan.Counts(64, 128, 4, 1 << 14, 256, 1, 1, 1, false),
                        small.direct(shape, groups, 1000),
                        small.direct(shape, groups, 1000).in(2, CudaType.U32));
            case LEFTOVERS, CHOSEN -> List.of();
        };
    }

    /// So many rows that each block has several tiles, and more keys than there is room for in its table.
    @Test
    @Tag("races")
    void stashesOverflow(Gpu gpu) {
        int groups = 5_000;
        int[] keys = new SplittableRandom(8).ints(200_000, 0, groups).toArray();
        gpu.device().run(() -> {
            try (MemoryPool pool = MemoryPool.create();
                    Stream stream = Stream.open(gpu.device());
                    Table host = Table.of("k", keys);
                    Staging staging = new Staging(pool, stream);
                    DeviceTable table = Upload.table(host, staging)) {
                KernelStore kernels = new KernelStore(gpu.kernels());
                try (KeySample sample = new KeySampler(kernels, pool).sample(table, List.of(0), stream)) {
                    KeyPart part = new KeyPart.Numbers(0, CudaType.I32, false, false, 0, BigInteger.valueOf(groups));
                    List<DeviceAggregate> count = List.of(SUMS.getFirst());
                    ScanShape shape = ShapeBuilder.of(table, new KeyLayout(List.of(part)), List.of(0), count);
                    Plan plan = new Plan.Hash(4096, 64, 8, 1 << 20, 1 << 20, 1, 256, 1, 1);
                    long[] counts = new Rows(keys, new long[0], new double[0]).counts(groups);
                    check(
                            FastGroupBy.plans(kernels, pool).run(asking(table, count), shape, plan, sample, stream),
                            counts,
                            0,
                            pool,
                            stream);
                }
            }
        });
    }

    @Test
    @Tag("races")
    void keysAsHashesGiveWhatTheCpuGives() {
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", "partition"));
        RandomCases.run(1, random -> comparison.compare(TEXTS_SHAPE, random));
        assertThat(comparison.onGpu()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"block", "hash", "partition"})
    @Order(2)
    @Tag("races")
    void extremesOfWideDecimalsAreThoseOfTheCpu(String strategy) {
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
        RandomCases.run(1, random -> DecimalCases.compare(1, comparison, random));
        assertThat(comparison.onGpu()).isPositive();
    }

    /// Layouts that have no words for half of the keys, and a table that has no places for them.
    private static void checkLeftovers(
            PlanRun plans, DeviceTable table, long[] counts, KeySample sample, MemoryPool pool, Stream stream) {
        int words = (counts.length + 1) / 2;
        KeyPart part = new KeyPart.Numbers(0, CudaType.I32, false, false, 0, BigInteger.valueOf(words));
        ScanShape shape = ShapeBuilder.of(table, new KeyLayout(List.of(part)), List.of(0), SUMS);
        Planner small = small(stream);
        for (Plan plan : List.of(
                small.block(shape, words),
                small.direct(shape, words, 1000),
                new Plan.Hash(64, 64, 1, 16, 1 << 20, 1, 256, 1, 1))) {
            check(
                    plans.run(asking(table, SUMS), Planner.shapeFor(shape, plan), plan, sample, stream),
                    counts,
                    0,
                    pool,
                    stream);
        }
    }

    /// `result`: the number of the one that counts.
    private static void check(Outcome outcome, long[] counts, int result, MemoryPool pool, Stream stream) {
        assertThat(outcome).isInstanceOf(Outcome.Grouped.class);
        try (DeviceGroups found = ((Outcome.Grouped) outcome).groups()) {
            assertThat(found.groups()).as("%s", outcome).isEqualTo(counts.length);
            Schema schema = Schema.of(new Field("k", DataType.INT32), new Field("n", DataType.INT64));
            List<DeviceColumn> columns =
                    List.of(found.keys().getFirst(), found.results().get(result));
            try (Table host =
                    new ColumnDownload(pool, stream).download(new DeviceTable(schema, columns, found.groups()))) {
                for (int row = 0; row < counts.length; row++) {
                    int key = ((FixedColumn) host.column(0)).segment().getAtIndex(ValueLayout.JAVA_INT, row);
                    long count = ((FixedColumn) host.column(1)).segment().getAtIndex(ValueLayout.JAVA_LONG, row);
                    assertThat(count).as("%s", outcome).isEqualTo(counts[key]);
                }
            }
        }
    }

    /// Counts, sorts, prefix sums and exact sums share memory.
    @Test
    @Tag("races")
    void generalStrategyCountsSortsAndSumsExactly() {
        QueryContext context = QueryContext.builder()
                .threads(1)
                .settings(new Settings(Map.of("cuda.strategy", "general")))
                .build();
        Rows rows = Rows.random(new SplittableRandom(5), KEYS);
        try (Table table = Table.of("k", rows.keys(), "i", rows.wholes(), "d", rows.reals())) {
            GroupByRequest request = GroupBy.on(table, "k")
                    .request(
                            count().as("n"),
                            sum("d").as("s"),
                            median("d").as("m"),
                            nunique("i").as("u"))
                    .with(GroupByOptions.DEFAULT.with(Sums.REPRODUCIBLE));
            try (BatchSource input = new TableDataset(table)
                            .scan(new Scan(request.input().names(), Optional.empty()), context);
                    BatchSource result = new CudaBackend().execute(request, input, context);
                    Batch batch = Objects.requireNonNull(result.next(context))) {
                assertThat(batch.table().rowCount()).isEqualTo(KEYS);
            }
        }
        assertThat(context.decisions()).anyMatch(decision -> decision.choice().startsWith("cuda"));
    }

    /// The groups of each stride are put one behind the other, their validity bit by bit.
    @Test
    @Tag("races")
    void groupsOfStridesAreMerged() {
        QueryContext context = QueryContext.builder()
                .threads(1)
                .settings(new Settings(
                        Map.of("cuda.strategy", "block", "cuda.chunk.rows", "300", "cuda.resident.bytes", "64")))
                .build();
        Rows rows = Rows.random(new SplittableRandom(8), KEYS);
        try (Table table = Table.of("k", rows.keys(), "i", rows.wholes(), "d", rows.reals())) {
            GroupByRequest request = GroupBy.on(table, "k")
                    .request(count().as("n"), sum("i").filter(col("i").gt(900)).as("s"));
            try (BatchSource input = new TableDataset(table)
                            .scan(new Scan(request.input().names(), Optional.empty()), context);
                    BatchSource result = new CudaBackend().execute(request, input, context);
                    Batch batch = Objects.requireNonNull(result.next(context))) {
                assertThat(batch.table().rowCount()).isEqualTo(KEYS);
            }
        }
        assertThat(context.decisions())
                .anyMatch(decision -> decision.choice().contains("4 strides, each by block tables"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"block", "hash", "partition", "clustered"})
    @Order(3)
    @Tag("races")
    void sumsOfDecimalsAreThoseOfTheCpu(String strategy) {
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", strategy));
        RandomCases.run(1, random -> DecimalCases.compare(0, comparison, random));
        assertThat(comparison.onGpu()).isPositive();
    }

    @Test
    @Order(1)
    @Tag("races")
    void quantilesBesideSumsAreThoseOfTheCpu() {
        ShapeComparison comparison = new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", "members"));
        RandomCases.run(1, random -> Members.compare(0, 3, comparison, random));
        assertThat(comparison.onGpu()).isPositive();
    }

    /// Conditions, computed keys and values, and the kernel that finishes groups.
    @ParameterizedTest
    @ValueSource(strings = {"block", "hash", "partition"})
    @Tag("races")
    void fastStrategiesComputeExpressions(String strategy) {
        QueryContext context = QueryContext.builder()
                .threads(1)
                .settings(new Settings(Map.of("cuda.strategy", strategy)))
                .build();
        Rows rows = Rows.random(new SplittableRandom(6), KEYS);
        try (Table table = Table.of("k", rows.keys(), "i", rows.wholes(), "d", rows.reals())) {
            GroupByRequest request = GroupBy.on(table)
                    .by(col("k").mod(7).as("r"))
                    .where(col("i").mod(3).ne(1))
                    .request(count().as("n"), sum(col("d").times(2.0)).as("s"));
            GroupFinish finish = new GroupFinish(
                    Optional.of(col("n").gt(0)),
                    List.of(col("r"), col("n").plus(1).as("more")));
            try (BatchSource input = new TableDataset(table)
                            .scan(new Scan(request.input().names(), Optional.empty()), context);
                    BatchSource result = new CudaBackend().execute(request, finish, input, context);
                    Batch batch = Objects.requireNonNull(result.next(context))) {
                assertThat(batch.table().rowCount()).isEqualTo(7);
            }
        }
        assertThat(context.decisions())
                .anyMatch(decision -> decision.choice().contains("in its scan, final expressions by a kernel"));
    }

    @Test
    @Tag("strategies")
    void theGeneralStrategyGivesWhatTheCpuGives() {
        ShapeComparison comparison =
                new ShapeComparison(new CudaBackend(), Map.of("cuda.strategy", "general", "cuda.chunk.rows", "120"));
        for (int shape = FIRST_SHAPE; shape < FIRST_SHAPE + Shapes.aggregates(); shape++) {
            int number = shape;
            RandomCases.run(1, random -> comparison.compare(number, random));
        }
        assertThat(comparison.onGpu()).isPositive();
    }
}
