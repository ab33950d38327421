package dev.sheaf.groupby;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.bitAnd;
import static dev.sheaf.expr.Expressions.bitOr;
import static dev.sheaf.expr.Expressions.bitXor;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.covariance;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.tdigest;
import static dev.sheaf.expr.Expressions.valueCounts;
import static dev.sheaf.expr.Statistics.Equality.EQUAL;
import static dev.sheaf.expr.Statistics.Equality.UNEQUAL;
import static dev.sheaf.expr.Statistics.collectSet;
import static dev.sheaf.expr.Statistics.geometricMean;
import static dev.sheaf.expr.Statistics.mergedCounts;
import static dev.sheaf.expr.Statistics.mergedLists;
import static dev.sheaf.expr.Statistics.mergedM2;
import static dev.sheaf.expr.Statistics.mergedSets;
import static dev.sheaf.expr.Statistics.mergedTdigest;
import static dev.sheaf.expr.Statistics.minPeriods;
import static dev.sheaf.expr.Statistics.moments;
import static dev.sheaf.expr.Statistics.quantiles;
import static dev.sheaf.expr.Statistics.regrAvgX;
import static dev.sheaf.expr.Statistics.regrAvgY;
import static dev.sheaf.expr.Statistics.regrCount;
import static dev.sheaf.expr.Statistics.regrIntercept;
import static dev.sheaf.expr.Statistics.regrR2;
import static dev.sheaf.expr.Statistics.regrSlope;
import static dev.sheaf.expr.Statistics.regrSxx;
import static dev.sheaf.expr.Statistics.regrSxy;
import static dev.sheaf.expr.Statistics.regrSyy;
import static dev.sheaf.expr.Statistics.sem;
import static dev.sheaf.expr.Statistics.sumOverflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.TypeNames;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics over other aggregations: DuckDB's answers, and loops over lists.
@ExtendWith(PoolCheck.class)
class StatisticsTest {
    private static List<@Nullable Object> regression(MemoryPool pool, Tables.Rows rows) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table)
                        .aggregate(
                                context,
                                regrCount("y", "x").as("count"),
                                regrAvgX("y", "x").as("avgx"),
                                regrAvgY("y", "x").as("avgy"),
                                regrSxx("y", "x").as("sxx"),
                                regrSyy("y", "x").as("syy"),
                                regrSxy("y", "x").as("sxy"),
                                regrSlope("y", "x").as("slope"),
                                regrIntercept("y", "x").as("intercept"),
                                regrR2("y", "x").as("r2"))) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < result.columnCount(); i++) {
                values.add(result.column(i).get(0));
            }
            return values;
        }
    }

    private static Tables.Rows pairs() {
        return Tables.of("y:int32", "x:int32");
    }

    private static void close(List<@Nullable Object> actual, @Nullable Object... expected) {
        assertThat(actual).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] instanceof Double number && !number.isNaN()) {
                assertThat((Double) actual.get(i)).isCloseTo(number, within(1e-12 * Math.abs(number)));
            } else {
                assertThat(actual.get(i)).isEqualTo(expected[i]);
            }
        }
    }

    @Test
    void regressionsAreThoseOfRowsWithBoth(MemoryPool pool) {
        close(
                regression(pool, pairs().row(1, 2).row(3, 5).row(4, null).row(7, 9)),
                3L,
                16.0 / 3,
                11.0 / 3,
                74.0 / 3,
                56.0 / 3,
                64.0 / 3,
                32.0 / 37,
                -35.0 / 37,
                0.9884169884169884);
    }

    private static List<@Nullable Object> groups(MemoryPool pool, Tables.Rows rows, Expr result) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = rows.build(pool);
                Table groups = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, result.as("r"))) {
            return groups.values("r");
        }
    }

    private static Map<String, @Nullable Object> sumOf(@Nullable Object sum) {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        struct.put("sum", sum);
        struct.put("overflow", sum == null);
        return struct;
    }

    @Test
    void sumsSayWhetherTheyOverflow(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:int64")
                .row(1, Long.MAX_VALUE)
                .row(1, 1L)
                .row(2, Long.MAX_VALUE)
                .row(2, 5L)
                .row(2, -6L)
                .row(3, null)
                .row(4, Long.MIN_VALUE)
                .row(4, Long.MIN_VALUE);
        assertThat(groups(pool, rows, sumOverflow("v", DataType.INT64)))
                .containsExactly(sumOf(null), sumOf(Long.MAX_VALUE - 1), null, sumOf(null));
        Tables.Rows small = Tables.of("k:int32", "v:int32")
                .row(1, 100)
                .row(1, 27)
                .row(2, 100)
                .row(2, 28);
        assertThat(groups(pool, small, sumOverflow("v", DataType.INT8)))
                .containsExactly(sumOf((byte) 127), sumOf(null));
        Tables.Rows money = Tables.of("k:int32", "v:decimal(4, 2)")
                .row(1, new BigDecimal("99.99"))
                .row(1, new BigDecimal("0.01"))
                .row(2, new BigDecimal("99.99"));
        assertThat(groups(pool, money, sumOverflow("v", DataType.decimal(4, 2))))
                .containsExactly(sumOf(null), sumOf(new BigDecimal("99.99")));
        assertThatThrownBy(() -> sumOverflow("v", DataType.FLOAT64)).hasMessageContaining("not float64");
    }

    @Test
    void listsAndSetsAreMerged(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:list<int32>")
                .row(1, List.of(1, 2))
                .row(2, List.of())
                .row(1, null)
                .row(1, Arrays.asList(2, null, 3));
        assertThat(groups(pool, rows, mergedLists("v"))).containsExactly(Arrays.asList(1, 2, 2, null, 3), List.of());
        assertThat(groups(pool, rows, mergedSets("v")))
                .satisfiesExactly(
                        all -> assertThat(all).asInstanceOf(LIST).containsExactlyInAnyOrder(1, 2, 3, null),
                        none -> assertThat((List<?>) none).isEmpty());
        Tables.Rows floats = Tables.of("k:int32", "v:list<float64>")
                .row(1, Arrays.asList(1.0, Double.NaN, null))
                .row(1, Arrays.asList(Double.NaN, 1.0, null, Double.NaN));
        Tables.Rows zeros = Tables.of("k:int32", "v:list<float64>")
                .row(1, List.of(-0.0, 1.0))
                .row(1, List.of(0.0));
        assertThat(groups(pool, zeros, mergedSets("v")))
                .satisfiesExactly(set -> assertThat((List<?>) set).hasSize(2));
        assertThat(groups(pool, floats, mergedSets("v", UNEQUAL, EQUAL)))
                .satisfiesExactly(set ->
                        assertThat(set).asInstanceOf(LIST).containsExactlyInAnyOrder(1.0, Double.NaN, null, null));
        assertThat(groups(pool, floats, mergedSets("v", EQUAL, UNEQUAL)))
                .satisfiesExactly(set -> assertThat(set)
                        .asInstanceOf(LIST)
                        .containsExactlyInAnyOrder(1.0, Double.NaN, Double.NaN, Double.NaN, null));
    }

    @Test
    void nullsAndNaNsOfSetsAreOneOrEachTheirOwn(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:float64")
                .row(1, null)
                .row(1, Double.NaN)
                .row(1, 2.0)
                .row(1, Double.NaN)
                .row(1, null)
                .row(1, 2.0)
                .row(2, null)
                .row(3, 0.0);
        double nan = Double.NaN;
        assertThat(groups(pool, rows, collectSet("v", EQUAL, EQUAL)))
                .containsExactly(Arrays.asList(null, nan, 2.0), Arrays.asList((Object) null), List.of(0.0));
        assertThat(groups(pool, rows, collectSet("v", UNEQUAL, EQUAL)))
                .containsExactly(Arrays.asList(nan, 2.0, null, null), Arrays.asList((Object) null), List.of(0.0));
        assertThat(groups(pool, rows, collectSet("v", EQUAL, UNEQUAL)))
                .containsExactly(Arrays.asList(null, 2.0, nan, nan), Arrays.asList((Object) null), List.of(0.0));
        assertThat(groups(pool, rows, collectSet("v", UNEQUAL, UNEQUAL)))
                .containsExactly(Arrays.asList(2.0, null, nan, nan, null), Arrays.asList((Object) null), List.of(0.0));
    }

    /// What parts of the rows give, merged, is what all of them give.
    @Test
    void momentsAndCountsAndDigestsOfPartsAreMerged(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "part:int32", "v:float64");
        for (int i = 0; i < 60; i++) {
            rows.row(i % 2, i % 7, i % 11 == 0 ? null : i % 5 + 0.25);
        }
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = rows.build(pool);
                Table parts = GroupBy.on(table, "k", "part")
                        .aggregate(
                                context,
                                moments("v").as("m"),
                                valueCounts("v").as("c"),
                                tdigest("v").as("d"));
                Table merged = GroupBy.on(parts, "k")
                        .order(Order.SORTED)
                        .aggregate(
                                context,
                                mergedM2("m").as("m"),
                                mergedCounts("c").as("c"),
                                mergedTdigest("d").as("d"));
                Table whole = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(
                                context,
                                moments("v").as("m"),
                                valueCounts("v").as("c"),
                                tdigest("v").as("d"))) {
            assertThat(counted(merged)).isEqualTo(counted(whole));
            assertThat(keptValues(merged)).isEqualTo(keptValues(whole));
            for (int row = 0; row < 2; row++) {
                Map<?, ?> m = (Map<?, ?>) merged.values("m").get(row);
                Map<?, ?> of = (Map<?, ?>) whole.values("m").get(row);
                assertThat(m.get("count")).isEqualTo(of.get("count"));
                assertThat((Double) m.get("m2")).isCloseTo((Double) of.get("m2"), within(1e-12));
            }
        }
    }

    private static String counted(Table table) {
        return table.values("c").toString();
    }

    /// The values that digests of few values keep, each as often as it came.
    private static List<Object> keptValues(Table table) {
        List<Object> all = new ArrayList<>();
        for (Object digest : table.values("d")) {
            Map<?, ?> fields = (Map<?, ?>) digest;
            for (int i = 0; i < ((List<?>) fields.get("means")).size(); i++) {
                Object mean = ((List<?>) fields.get("means")).get(i);
                all.addAll(Collections.nCopies(Math.toIntExact((Long) ((List<?>) fields.get("weights")).get(i)), mean));
            }
        }
        return all;
    }

    @Test
    void statesThatCannotBeAreRefused(MemoryPool pool) {
        String digest = "struct<means: list<float64>, weights: list<int64>, min: float64, max: float64>";
        Tables.Rows falling = Tables.of("k:int32", "v:" + digest)
                .row(1, Map.of("means", List.of(2.0, 1.0), "weights", List.of(1L, 1L), "min", 1.0, "max", 2.0));
        Tables.Rows weightless = Tables.of("k:int32", "v:" + digest)
                .row(1, Map.of("means", List.of(1.0), "weights", List.of(0L), "min", 1.0, "max", 1.0));
        for (Tables.Rows rows : List.of(falling, weightless)) {
            assertThatThrownBy(() -> groups(pool, rows, mergedTdigest("v"))).hasMessageContaining("means that rise");
        }
        for (Map<String, Object> bounds : List.<Map<String, Object>>of(
                Map.of("min", 3.0, "max", 1.0), Map.of("min", 2.0, "max", 3.0), Map.of("min", 0.0, "max", 1.5))) {
            Map<String, Object> contradicted = new HashMap<>(bounds);
            contradicted.putAll(Map.of("means", List.of(1.0, 2.0), "weights", List.of(1L, 1L)));
            Tables.Rows rows = Tables.of("k:int32", "v:" + digest).row(1, contradicted);
            assertThatThrownBy(() -> groups(pool, rows, mergedTdigest("v"))).hasMessageContaining("lie between");
        }
        Tables.Rows counts = Tables.of("k:int32", "v:list<struct<value: int32, count: int64>>")
                .row(1, List.of(Map.of("value", 1, "count", -1L)));
        assertThatThrownBy(() -> groups(pool, counts, mergedCounts("v"))).hasMessageContaining("-1 times");
        Tables.Rows many = Tables.of("k:int32", "v:list<struct<value: int32, count: int64>>")
                .row(1, List.of(Map.of("value", 1, "count", Long.MAX_VALUE)))
                .row(1, List.of(Map.of("value", 1, "count", 1L)));
        assertThatThrownBy(() -> groups(pool, many, mergedCounts("v"))).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> groups(pool, counts, mergedM2("v"))).hasMessageContaining("a count, a mean and an m2");
    }

    private static Map<String, @Nullable Object> struct(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            struct.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return struct;
    }

    private static Map<String, @Nullable Object> digest(double first, double second) {
        return struct("means", List.of(first, second), "weights", List.of(1L, 1L), "min", 1.0, "max", 2.0);
    }

    /// Rows that a filter leaves out, and rows of no group, may have counts that are none, or whose sum overflows.
    @Test
    void onlyStatesThatCountAreChecked(MemoryPool pool) {
        Map<String, @Nullable Object> most = struct("value", 1, "count", Long.MAX_VALUE);
        Map<String, @Nullable Object> moments = struct("count", Long.MAX_VALUE, "mean", 1.0, "m2", 0.0);
        Map<String, @Nullable Object> few = struct("count", 2L, "mean", 1.0, "m2", 0.0);
        Tables.Rows rows = Tables.of(
                        "k:int32",
                        "c:list<struct<value: int32, count: int64>>",
                        "m:struct<count: int64, mean: float64, m2: float64>",
                        "d:struct<means: list<float64>, weights: list<int64>, min: float64, max: float64>",
                        "f:bool")
                .row(1, List.of(most), moments, digest(2, 1), false)
                .row(1, List.of(most), moments, digest(2, 1), false)
                .row(null, List.of(most), moments, digest(2, 1), true)
                .row(
                        null,
                        List.of(struct("value", 1, "count", -1L)),
                        struct("count", -1L, "mean", 1.0, "m2", 0.0),
                        null,
                        true)
                .row(1, List.of(struct("value", 1, "count", null)), null, null, null)
                .row(1, List.of(struct("value", 1, "count", 2L)), few, digest(1, 2), true);
        assertThat(counted(pool, rows, mergedCounts("c"))).containsExactly(List.of(struct("value", 1, "count", 2L)));
        assertThat(counted(pool, rows, mergedM2("m"))).containsExactly(few);
        assertThat(counted(pool, rows, mergedTdigest("d"))).containsExactly(digest(1, 2));
    }

    @Test
    void estimatesBetweenInfinitiesAreThoseOfQuantiles(MemoryPool pool) {
        double[][] pairs = {{Double.NEGATIVE_INFINITY, -14.625}, {3, Double.POSITIVE_INFINITY}, {-1.7e308, 1.7e308}};
        Tables.Rows rows = Tables.of("k:int32", "v:float64", "f:bool");
        for (int k = 0; k < pairs.length; k++) {
            rows.row(k, pairs[k][0], true).row(k, pairs[k][1], true);
        }
        assertThat(counted(pool, rows, Expressions.approxQuantile("v", 0.5)))
                .isEqualTo(counted(pool, rows, Expressions.quantile("v", 0.5)))
                .containsExactlyInAnyOrder(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0.0);
    }

    private static List<@Nullable Object> counted(MemoryPool pool, Tables.Rows rows, Expr result) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = rows.build(pool);
                Table groups = GroupBy.on(table, "k")
                        .nullKeys(NullKeys.EXCLUDE)
                        .aggregate(context, result.filter(col("f")).as("r"))) {
            return groups.values("r");
        }
    }

    /// Each thread takes a chunk of states apart at a time, so that what it holds does not grow with the states.
    @Test
    void statesAreTakenApartInLittleMemory(MemoryPool pool) {
        int rows = 200_000;
        Tables.Rows states = Tables.of("k:int32", "v:list<struct<value: int32, count: int64>>");
        for (int row = 0; row < rows; row++) {
            states.row(1, List.of(Map.of("value", row % 7, "count", 1L)));
        }
        MemoryPool queries = MemoryPool.create();
        QueryContext context = QueryContext.builder().pool(queries).threads(1).build();
        try (Table table = states.build(pool)) {
            GroupBy.on(table, "k").aggregate(context, mergedCounts("v")).close();
        }
        assertThat(queries.peakBytes()).isLessThan((long) rows * Long.BYTES);
    }

    @Test
    void countsOfMomentsThatOverflowAreAnError(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:struct<count: int64, mean: float64, m2: float64>")
                .row(1, struct("count", Long.MAX_VALUE, "mean", 1.0, "m2", 0.0))
                .row(1, struct("count", 5L, "mean", 1.0, "m2", 0.0));
        assertThatThrownBy(() -> groups(pool, rows, mergedM2("v")))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("merged counts of moments");
    }

    @Test
    void statesThatAreNoneMakeMergesFail() {
        Schema schema =
                new Schema(List.of(new Field("v", TypeNames.parse("list<struct<value: int32, count: int64>>"))));
        assertThat(Failing.mayFail(mergedCounts("v"), schema)).isTrue();
        assertThat(Failing.mayFail(valueCounts("v"), schema)).isFalse();
    }

    /// The values and answers of libcudf's tests of bools.
    @Test
    void bitsOfBoolsAreCombined(MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:int32", "v:bool")
                .row(1, true)
                .row(1, false)
                .row(2, null)
                .row(2, true)
                .row(2, true)
                .row(3, false)
                .row(3, null)
                .row(4, true)
                .row(5, null);
        assertThat(groups(pool, rows, bitAnd("v"))).containsExactly(false, true, false, true, null);
        assertThat(groups(pool, rows, bitOr("v"))).containsExactly(true, true, false, true, null);
        assertThat(groups(pool, rows, bitXor("v"))).containsExactly(true, false, false, true, null);
    }

    @Test
    void regressionsOfValuesThatDoNotVary(MemoryPool pool) {
        close(regression(pool, pairs().row(1, 2)), 1L, 2.0, 1.0, 0.0, 0.0, 0.0, Double.NaN, null, null);
        close(regression(pool, pairs().row(1, 2).row(5, 2)), 2L, 2.0, 3.0, 0.0, 8.0, 0.0, Double.NaN, null, null);
        close(regression(pool, pairs().row(1, 2).row(1, 3)), 2L, 2.5, 1.0, 0.5, 0.0, 0.0, 0.0, 1.0, 1.0);
        close(regression(pool, pairs()), 0L, null, null, null, null, null, null, null, null);
    }

    /// One rule for both, however the sums are made: of fewer than two rows in which both are there, null.
    @ParameterizedTest
    @EnumSource(Sums.class)
    void oneRowHasNoCovarianceAndNoCorrelation(Sums sums, MemoryPool pool) {
        for (String type : List.of("int32", "int64", "float64", "decimal(9, 2)")) {
            checkPairs(sums, type, pool);
        }
    }

    private static void checkPairs(Sums sums, String type, MemoryPool pool) {
        Object one = number(type, 1);
        Object two = number(type, 2);
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table table = Tables.of("k:string", "x:" + type, "y:" + type)
                        .row("constant", one, two)
                        .row("constant", one, two)
                        .row("half", one, two)
                        .row("half", one, null)
                        .row("none", null, two)
                        .row("one", one, two)
                        .row("two", one, two)
                        .row("two", two, one)
                        .build(pool);
                Table result = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .sums(sums)
                        .aggregate(
                                context,
                                covariance("x", "y").as("c"),
                                corr("x", "y").as("r"))) {
            assertThat(result.values("c")).as(type).containsExactly(0.0, null, null, null, -0.5);
            assertThat(result.values("r")).as(type).containsExactly(Double.NaN, null, null, null, -1.0);
        }
    }

    /// Where squares leave the range of floats, exact sums know what others cannot. A share of infinitely many
    /// would be 0.
    @ParameterizedTest
    @ValueSource(doubles = {1e300, 1e-300})
    void correlationsOfNumbersWhoseSquaresLeaveTheRange(double unit, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        for (Sums sums : Sums.values()) {
            try (Table table = Tables.of("x:float64", "y:float64")
                            .row(0.0, 0.0)
                            .row(unit, 1.0)
                            .row(-unit, -1.0)
                            .build(pool);
                    Table result = GroupBy.on(table)
                            .sums(sums)
                            .aggregate(
                                    context,
                                    corr("x", "x").as("itself"),
                                    corr("x", col("x").negate()).as("negated"),
                                    corr("x", "y").as("other"))) {
                double known = sums == Sums.REPRODUCIBLE ? 1.0 : Double.NaN;
                assertThat(result.values("itself")).containsExactly(known);
                assertThat(result.values("negated")).containsExactly(-known);
                assertThat(result.values("other")).containsExactly(known);
            }
        }
    }

    private static Object number(String type, int value) {
        return switch (type) {
            case "int32" -> value;
            case "int64" -> (long) value;
            case "float64" -> (double) value;
            default -> BigDecimal.valueOf(value);
        };
    }

    @Test
    void quantilesAndLeastNumbersOfRows(MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).build();
        Expr[] quantiles = quantiles("v", 0, 0.5, 1);
        try (Table table = Tables.of("k:string", "v:int32", "w:int32")
                        .row("a", 1, 1)
                        .row("a", 4, null)
                        .row("a", 2, 3)
                        .row("b", 7, 1)
                        .build(pool);
                Table spread = GroupBy.on(table, "k").order(Order.SORTED).aggregate(context, quantiles);
                Table least = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(
                                context,
                                minPeriods(sum("v").as("s"), 3),
                                minPeriods(aggregate(new Aggregation.Covariance(0), "v", "w"), 2)
                                        .as("c"),
                                minPeriods(count().filter(col("v").gt(1)), 2).as("n"))) {
            Tables.assertSame(
                    Tables.of(
                                    "k:string",
                                    "quantile(v, 0.0):float64",
                                    "quantile(v, 0.5):float64",
                                    "quantile(v, 1.0):float64")
                            .row("a", 1.0, 2.0, 4.0)
                            .row("b", 7.0, 7.0, 7.0),
                    spread);
            Tables.assertSame(
                    Tables.of("k:string", "s:int64", "c:float64", "n:int64")
                            .row("a", 7, 0.5, 2)
                            .row("b", null, null, null),
                    least);
        }
    }

    @Test
    void errorsOfMeansAndGeometricMeansOfRandomGroups(MemoryPool pool) {
        RandomCases.run(200, random -> randomGroups(random, pool));
    }

    private static void randomGroups(SplittableRandom random, MemoryPool pool) {
        int size = random.nextInt(60);
        Integer[] keys = new Integer[size];
        Double[] values = new Double[size];
        Tables.Rows rows = Tables.of("k:int32", "v:float64");
        for (int i = 0; i < size; i++) {
            keys[i] = random.nextInt(4);
            values[i] = random.nextInt(5) == 0 ? null : Double.valueOf(random.nextDouble(0.5, 9));
            rows.row(keys[i], values[i]);
        }
        QueryContext context =
                QueryContext.builder().pool(pool).threads(random.nextInt(1, 4)).build();
        try (Table table = rows.build(pool);
                Table result = GroupBy.on(table, "k")
                        .order(Order.SORTED)
                        .aggregate(
                                context,
                                sem("v", 1).as("sem"),
                                geometricMean("v").as("geometric"))) {
            for (int group = 0; group < result.rowCount(); group++) {
                Object key = result.column("k").get(group);
                double[] of = java.util.stream.IntStream.range(0, size)
                        .filter(i -> keys[i].equals(key) && values[i] != null)
                        .mapToDouble(i -> values[i])
                        .toArray();
                List<@Nullable Object> actual = Arrays.asList(
                        result.column("sem").get(group),
                        result.column("geometric").get(group));
                close(actual, semOf(of), of.length == 0 ? null : geometricOf(of));
            }
        }
    }

    private static @Nullable Double semOf(double[] values) {
        if (values.length < 2) {
            return null;
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        double m2 = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        return Math.sqrt(m2 / (values.length - 1)) / Math.sqrt(values.length);
    }

    private static Double geometricOf(double[] values) {
        return Math.exp(Arrays.stream(values).map(Math::log).average().orElseThrow());
    }
}
