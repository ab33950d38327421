package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.argMax;
import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.maxBy;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.variance;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.FakeCuda;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// How often the host waits for the device in a query, and what it has it do besides: with kernels run on the CPU,
/// `-Dsheaf.emulator=true`. Where kernels are short, waits are most of a query's time.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedWaitsTest {
    /// More than a sample looks at.
    private static final int ROWS = 90_000;

    private final EmulatedDevice device = EmulatedDevice.create(1L << 32);

    /// What a query took.
    private record Asked(int waits, List<String> kernels, String way) {}

    /// For the sample, and for the groups.
    @Test
    void aQueryOfOneScanWaitsTwice(MemoryPool pool) {
        try (Table host = Table.of(
                "k", ints(row -> row % 7),
                "l", IntStream.range(0, 1_000).mapToLong(row -> row).toArray())) {
            Asked asked = ask(pool, host, null, "", sum("l").as("s"), count().as("n"));
            assertThat(asked.waits()).isLessThanOrEqualTo(2);
            assertThat(asked.kernels()).hasSize(3);
        }
    }

    /// The sample misses some keys far from all others, which takes no second scan.
    @Test
    void hashTablesLeaveNoKeyOutForItsRange(MemoryPool pool) {
        double[] keys = new double[ROWS];
        long[] values = new long[ROWS];
        for (int row = 0; row < ROWS; row++) {
            boolean isFar = row % (ROWS / 30) == 11;
            keys[row] = isFar ? -row * 1e9 : 1 + row % 991 / 8.0;
            values[row] = row;
        }
        try (Table host = Table.of("k", keys, "l", values)) {
            Asked asked = ask(pool, host, null, "hash", sum("l").as("s"));
            assertThat(asked.way()).contains("hash tables").doesNotContain("and for");
            assertThat(asked.waits()).isLessThanOrEqualTo(3); // a larger sample, too
        }
    }

    /// For both samples, and for the groups.
    @Test
    void aQueryOfDecimalsWaitsTwice(MemoryPool pool) {
        try (Table host = ShapesData.table(1_000, 1, pool, Set.of("few", "money", "big")::contains)) {
            for (String column : List.of("money", "big")) {
                Asked asked = ask(pool, host, "few", null, "", sum(column).as("s"));
                assertThat(asked.kernels()).containsOnlyOnce("sample_keys", "sample_sizes");
                assertThat(asked.waits()).isEqualTo(2);
            }
        }
    }

    /// Rows that are kept first bring their numbers.
    @Test
    void noNumbersAreWrittenOfRowsThatAreNotKept(MemoryPool pool) {
        String[] keys = {"a text of more than twelve bytes", "another text of more than twelve"};
        try (Table host = Table.of(
                "k", IntStream.range(0, 1_000).mapToObj(row -> keys[row % 2]).toArray(String[]::new),
                "l",
                        IntStream.range(0, 1_000)
                                .mapToLong(row -> row * 7919L % 1000)
                                .toArray())) {
            Expr some = col("l").lt(300);
            Asked asked = ask(pool, host, some, "partition", first("l").as("f"), max("l").as("m"));
            assertThat(asked.way()).contains("rows kept first");
            assertThat(asked.kernels()).contains("picked_rows").doesNotContain("count_rows");
        }
    }

    /// Scans that compute something make the numbers of the rows that they read.
    @Test
    void noNumbersAreWrittenForScansThatComputeSomething(MemoryPool pool) {
        try (Table host = Table.of(
                "k", ints(row -> row % 7),
                "l",
                        IntStream.range(0, 1_000)
                                .mapToLong(row -> row * 7919L % 1000)
                                .toArray())) {
            Asked asked =
                    ask(pool, host, null, "", argMin("l").as("at"), first("l").as("f"));
            assertThat(asked.kernels()).contains("picked_rows").doesNotContain("count_rows");
        }
    }

    /// The columns of more aggregates than one scan takes lie in two, of which the second alone computes something.
    @Test
    void numbersAreWrittenForAScanThatReadsColumnsAsTheyLie(MemoryPool pool) {
        List<Expr> aggregates = new ArrayList<>(List.of(first("i").as("f")));
        IntStream.range(0, 10).forEach(i -> aggregates.add(sum("v" + i).as("s" + i)));
        aggregates.add(argMax("d").as("at"));
        try (Table host = ShapesData.table(1_000, 1, pool, name -> name.matches("few|i|d|v."))) {
            Asked asked = ask(pool, host, "few", null, "", aggregates.toArray(Expr[]::new));
            assertThat(asked.way()).contains("in 2 scans");
            assertThat(asked.kernels()).containsOnlyOnce("count_rows");
            assertThat(asked.kernels().stream().filter(kernel -> kernel.startsWith("gather_")))
                    .hasSizeLessThanOrEqualTo(2);
        }
    }

    /// Once before keys are found to be no words, and not again before they are numbers.
    @Test
    void sizesOfDecimalsAreLookedAtOnce(MemoryPool pool) {
        try (Table host = ShapesData.table(1_000, 1, pool, Set.of("name", "money")::contains)) {
            Asked asked = ask(pool, host, "name", null, "", sum("money").as("s"));
            assertThat(asked.way()).contains("keys as numbers");
            assertThat(asked.kernels()).containsOnlyOnce("sample_sizes");
        }
    }

    /// For the numbers, for the groups, and for each of two moments, whose kernels are both launched by then. The one
    /// that is asked for twice is found once, and no sample is taken of so few rows.
    @Test
    void momentsOfManyGroupsWaitFourTimes(MemoryPool pool) {
        try (Table host = ShapesData.table(50_000, 1, pool, Set.of("huge", "d", "i")::contains)) {
            Asked asked = ask(
                    pool,
                    host,
                    "huge",
                    null,
                    "",
                    variance("d").as("v"),
                    std("i").as("s"),
                    variance("d").as("w"));
            assertThat(asked.waits()).isLessThanOrEqualTo(4);
            assertThat(asked.kernels()).doesNotContain("sample_keys");
            assertThat(asked.kernels().stream().filter("group_moments"::equals)).hasSize(2);
        }
    }

    /// Others may read a result on another stream, and close the table, as soon as they have it.
    @Test
    void kernelsAreDoneWhenThereIsAResult(MemoryPool pool) {
        List<Expr> asked = List.of(
                sum("l").as("s"), maxBy("l", "d").as("m"), collectList("name").as("c"));
        try (Table host = ShapesData.table(1_000, 1, pool, Set.of("name", "d", "l")::contains);
                GpuTable table = new Gpu(device.open()).load(host);
                GpuStream stream = table.gpu().openStream()) {
            for (Expr each : asked) {
                try (GpuTable result = table.groupBy("name").aggregate(QueryContext.create(), stream, each)) {
                    assertThat(device.fake().mayRun())
                            .as("%s: %s", each, result)
                            .isFalse();
                }
            }
        }
    }

    /// Results that are of the same row are gathered together.
    @Test
    void theRowsOfAnExtremeAreLookedForOnce(MemoryPool pool) {
        try (Table host = ShapesData.table(1_000, 1, pool, Set.of("few", "d", "i", "l")::contains)) {
            Asked asked = ask(
                    pool,
                    host,
                    "few",
                    null,
                    "",
                    maxBy("l", "d").as("l"),
                    argMax("d").as("at"),
                    maxBy("i", "d").as("i"));
            assertThat(asked.kernels()).containsOnlyOnce("picked_rows", "gather_rows");
        }
    }

    /// Those of other names, too.
    @Test
    void equalAggregatesAreFoundOnce(MemoryPool pool) {
        try (Table host = ShapesData.table(1_000, 1, pool, Set.of("few", "d", "i", "l")::contains)) {
            Expr[] once = {sum("d").as("s"), first("i").as("f"), count().as("n")};
            Expr[] twice = {
                sum("d").as("s"),
                first("i").as("f"),
                sum("d").as("t"),
                count().as("n"),
                first("i").as("g"),
                count().as("m")
            };
            Asked asked = ask(pool, host, "few", null, "", once);
            assertThat(ask(pool, host, "few", null, "", twice)).isEqualTo(asked);
        }
    }

    /// States of very many groups are most of the memory that a first query takes.
    @Test
    void theGeneralStrategyKeepsSumsOfAColumnOnce(MemoryPool pool) {
        try (Table host = ShapesData.table(1_000, 1, pool, Set.of("few", "d", "i")::contains)) {
            Asked asked = ask(
                    pool,
                    host,
                    "few",
                    col("i").gt(3),
                    "general",
                    variance("d").as("v"),
                    sum("d").as("s"),
                    variance("d").as("w"),
                    std("d").as("t"),
                    sum("d").as("u"));
            assertThat(asked.way()).contains("general strategy");
            assertThat(asked.kernels()).containsOnlyOnce("chunk_sums", "reduce_groups");
        }
    }

    @Test
    void equalListsAreMadeOnce(MemoryPool pool) {
        try (Table host = Table.of("k", ints(row -> row % 7), "l", ints(row -> row))) {
            Asked once = ask(pool, host, null, "", collectList("l").as("a"), sum("l").as("s"));
            Asked twice = ask(
                    pool,
                    host,
                    null,
                    "",
                    collectList("l").as("a"),
                    sum("l").as("s"),
                    collectList("l").as("b"));
            assertThat(once.way()).contains("rows sorted by group");
            assertThat(twice).isEqualTo(once);
        }
    }

    private static int[] ints(IntUnaryOperator key) {
        return IntStream.range(0, 1_000).map(key).toArray();
    }

    private Asked ask(MemoryPool pool, Table host, Expr where, String strategy, Expr... aggregates) {
        return ask(pool, host, "k", where, strategy, aggregates);
    }

    /// Asks twice, and compares the second answer with the CPU's.
    private Asked ask(MemoryPool pool, Table host, String key, Expr where, String strategy, Expr... aggregates) {
        Gpu gpu = new Gpu(device.open());
        FakeCuda fake = device.fake();
        try (GpuTable table = gpu.load(host)) {
            GpuGroupBy all = table.groupBy(key);
            GpuGroupBy query = where == null ? all : all.where(where);
            query.aggregate(aggregates).close();
            QueryContext context = context(pool, BackendPreference.CUDA, strategy);
            int launches = fake.launches().size();
            try (GpuStream stream = gpu.openStream();
                    GpuTable result = query.aggregate(context, stream, aggregates)) {
                int waits = stream.stream().waits();
                List<String> kernels = fake.launches().stream()
                        .skip(launches)
                        .map(FakeCuda.Launched::kernel)
                        .toList();
                GroupBy cpu = GroupBy.on(host, key);
                try (Table found = result.download(pool, stream);
                        Table expected = (where == null ? cpu : cpu.where(where))
                                .aggregate(context(pool, BackendPreference.CPU, ""), aggregates)) {
                    assertThat(TableDigest.of(expected, 1).isLike(TableDigest.of(found, 1)))
                            .isTrue();
                }
                return new Asked(waits, kernels, TableBench.way(context));
            }
        }
    }

    private static QueryContext context(MemoryPool pool, BackendPreference backend, String strategy) {
        Map<String, String> settings = strategy.isEmpty() ? Map.of() : Map.of("cuda.strategy", strategy);
        return QueryContext.builder()
                .pool(pool)
                .backend(backend)
                .settings(new Settings(settings))
                .build();
    }
}
