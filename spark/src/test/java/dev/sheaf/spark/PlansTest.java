package dev.sheaf.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.spark.plan.SheafRule;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlansTest {
    private SparkSession spark;

    @BeforeEach
    void makeTable() {
        spark = TestSessions.open();
        spark.range(0, 20_000, 1, 4)
                .selectExpr("id", "id % 1000 AS k", "CAST(id AS INT) AS v", "CAST(id % 7 AS STRING) AS s")
                .createOrReplaceTempView("t");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bothHalvesAreReplaced(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        Dataset<Row> query = spark.sql("SELECT k, sum(v), count(*) FROM t GROUP BY k");

        assertThat(query.collectAsList()).hasSize(1000);
        PlanHalves plan = PlanHalves.of(query);
        assertThat(plan.count(PlanHalves.FIRST)).isEqualTo(1);
        assertThat(plan.count(PlanHalves.LAST)).isEqualTo(1);
        assertThat(plan.count("HashAggregate")).isZero();
        assertThat(plan.brokenHalf()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void trySumIsNullWhereTheSumDoesNotFit(boolean ansi) {
        spark.conf().set("spark.sql.ansi.enabled", ansi);
        Dataset<Row> query = spark.sql("""
                SELECT k, try_sum(v), try_sum(CAST(v % 100 AS INT)), try_sum(CAST(NULL AS BIGINT)), try_avg(v)
                FROM VALUES (1, 9223372036854775807), (1, 1), (2, -9223372036854775807), (2, -1), (3, 9223372036854775807),
                  (4, CAST(NULL AS BIGINT)) AS t(k, v) WHERE k <> 5 GROUP BY k ORDER BY k
                """);

        assertThat(query.collectAsList().toString())
                .isEqualTo(
                        "[[1,null,8,null,4.611686018427388E18], [2,-9223372036854775808,-8,null,-4.611686018427388E18],"
                                + " [3,9223372036854775807,7,null,9.223372036854776E18], [4,null,null,null,null]]");
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT k, skewness(v) FROM t GROUP BY k       | function skewness",
                "SELECT k, sum(CAST(v AS DECIMAL(30, 2))) FROM t GROUP BY k | more than 28 digits",
                "SELECT array(k), sum(v) FROM t GROUP BY array(k) | type array<bigint>"
            })
    void whatSheafCannotRunStaysWithSparkAndSaysWhy(String sql, String reason) {
        spark.conf().set("spark.sql.adaptive.enabled", "false");
        spark.conf().set("spark.sql.ansi.enabled", "false");
        Dataset<Row> query = spark.sql(sql);

        assertThat(query.collectAsList()).hasSize(1000);
        PlanHalves plan = PlanHalves.of(query);
        assertThat(plan.isOnSheaf()).isFalse();
        assertThat(plan.count(PlanHalves.FIRST)).isZero();
        assertThat(plan.nodes().stream()
                        .flatMap(node ->
                                node.plan().getTagValue(SheafRule.REASON).isDefined()
                                        ? java.util.stream.Stream.of(node.plan()
                                                .getTagValue(SheafRule.REASON)
                                                .get())
                                        : java.util.stream.Stream.empty()))
                .anySatisfy(said -> assertThat(said).contains(reason));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k % 10, sum(v + 1) FROM t GROUP BY k % 10",
                "SELECT upper(s), count(*) FILTER (WHERE v > 5) FROM t GROUP BY upper(s)",
                "SELECT k, count(DISTINCT s) FROM t GROUP BY k",
                "SELECT count(DISTINCT s), count(DISTINCT k), sum(v) FROM t",
                "SELECT k % 7, count(DISTINCT s), sum(v), avg(v), count(*), min(s), max(v) FILTER (WHERE v > 9) FROM t "
                        + "GROUP BY k % 7",
                "SELECT count(DISTINCT s, k), sum(v), avg(CAST(v AS DECIMAL(9, 2))), sum(CAST(v AS DECIMAL(12, 2))), "
                        + "count(*), count(DISTINCT k, s) FROM t WHERE v < 0",
                "SELECT s, count(DISTINCT s), sum(DISTINCT s), bit_or(v), any_value(v) IGNORE NULLS > 0 FROM t GROUP BY s",
                "SELECT k % 9, sort_array(collect_list(v)), sort_array(collect_set(s)), percentile(v, array(0.5, 0.1)), "
                        + "percentile_disc(0.2) WITHIN GROUP (ORDER BY v), mode(k % 9), length(listagg(s, ', ')) FROM t "
                        + "GROUP BY k % 9",
                "SELECT collect_list(v), collect_set(s), listagg(s), mode(s), percentile(v, array(0.5)) FROM t WHERE v < 0",
                "SELECT k % 3, s, sum(v) FROM t GROUP BY ROLLUP (k % 3, s)",
                "SELECT k, sum(CAST(v AS DECIMAL(30, 2)) * 2) FROM t WHERE v > 100 GROUP BY k",
                "SELECT sum(v) FROM t WHERE v > (SELECT avg(v) FROM t)",
                "SELECT max(CASE WHEN v > (SELECT avg(v) FROM t) THEN s END) FROM t",
            })
    void everyAggregationOfAQueryWithExpressionsIsReplaced(String sql) {
        spark.conf().set("spark.sql.ansi.enabled", "true");
        Dataset<Row> query = spark.sql(sql);
        List<Row> ours = query.collectAsList();
        PlanHalves plan = PlanHalves.of(query);
        assertThat(plan.isOnSheaf()).isTrue();
        assertThat(List.of("HashAggregate", "SortAggregate", "ObjectHashAggregate"))
                .allMatch(spark -> plan.count(spark) == 0);
        assertThat(plan.brokenHalf()).isEmpty();

        spark.conf().set("spark.sheaf.enabled", "false");
        assertThat(RowDifference.between(spark.sql(sql).collectAsList(), ours)).isEmpty();
    }

    /// No SQL calls it.
    @ParameterizedTest
    @ValueSource(strings = {"true", "k % 5 > 0", "v IS NULL", "v IS NULL OR k = 3"})
    void productsAreThoseOfSpark(String condition) {
        Dataset<Row> query = products(condition);
        List<Row> ours = query.collectAsList();
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
        assertThat(PlanHalves.of(query).brokenHalf()).isEmpty();

        spark.conf().set("spark.sheaf.enabled", "false");
        assertThat(RowDifference.between(products(condition).collectAsList(), ours))
                .isEmpty();
        assertThat(RowDifference.between(total(condition, false), total(condition, true)))
                .isEmpty();
    }

    private Dataset<Row> products(String condition) {
        return factors(condition)
                .groupBy("k")
                .agg(
                        product(col("v")),
                        product(col("x")),
                        product(col("y").cast("float")),
                        product(col("v").cast("decimal(9, 2)")),
                        count(col("x")));
    }

    private List<Row> total(String condition, boolean onSheaf) {
        spark.conf().set("spark.sheaf.enabled", onSheaf);
        return factors(condition).agg(product(col("y")), product(col("x"))).collectAsList();
    }

    /// Whole numbers with nulls; doubles with zeros, NaN and infinity; powers of two, whose products are exact.
    private Dataset<Row> factors(String condition) {
        return spark.range(0, 400, 1, 4)
                .selectExpr(
                        "id % 40 AS k",
                        "CAST(nullif(id % 7, 3) - 2 AS INT) AS v",
                        "CASE id % 61 WHEN 0 THEN -0D WHEN 1 THEN CAST('NaN' AS DOUBLE) WHEN 2 THEN 1D / id ELSE id / 8D END "
                                + "* if(id % 59 = 0, CAST('Infinity' AS DOUBLE), -1D) AS x",
                        "if(id % 3 = 0, 0.5D, 2D) AS y")
                .selectExpr("k", "if(k = 7, NULL, v) AS v", "x", "y")
                .where(condition);
    }

    @Test
    void anAverageOfIntervalsBesideADistinctIsSparks() {
        String sql = "SELECT k % 3, count(DISTINCT s), avg(make_ym_interval(0, v)) FROM t GROUP BY k % 3";
        List<Row> rows = spark.sql(sql).collectAsList();
        spark.conf().set("spark.sheaf.enabled", "false");
        assertThat(RowDifference.between(spark.sql(sql).collectAsList(), rows)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLimitHoldsThoughFewRowsGoThroughTheExchange(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        Dataset<Row> query = spark.sql("SELECT count(*) FROM (SELECT k, sum(v) FROM t GROUP BY k LIMIT 50)");

        assertThat(query.collectAsList().getFirst().getLong(0)).isEqualTo(50);
        Dataset<Row> rows = spark.sql("SELECT k, sum(v) FROM t GROUP BY k ORDER BY k LIMIT 40");
        assertThat(rows.collectAsList()).hasSize(40);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noRowsWithoutKeysAreOneGroup(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        Dataset<Row> query = spark.sql("SELECT count(*), sum(v), avg(v) FROM t WHERE id < 0");

        assertThat(query.collectAsList().toString()).isEqualTo("[[0,null,null]]");
        Dataset<Row> above =
                spark.sql("SELECT c + 1 FROM (SELECT count(v) AS c FROM t WHERE id < 0 LIMIT 5) WHERE c = 0");
        assertThat(above.collectAsList().toString()).isEqualTo("[[1]]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aJoinAboveNeedsNoExchangeOfItsOwn(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
        String sql = "SELECT a.k, a.n, b.id FROM (SELECT k, count(*) AS n FROM t GROUP BY k) a JOIN t b ON a.k = b.k";
        Dataset<Row> query = spark.sql(sql);

        assertThat(query.collectAsList()).hasSize(20_000).allMatch(row -> row.getLong(0) == row.getLong(2) % 1000);
        PlanHalves plan = PlanHalves.of(query);
        assertThat(plan.isOnSheaf()).isTrue();
        assertThat(plan.count("Exchange")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void equalAggregationsShareAnExchange(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        String part = "SELECT k, sum(v) AS x FROM t GROUP BY k";
        Dataset<Row> query = spark.sql("SELECT * FROM (" + part + ") UNION ALL SELECT * FROM (" + part + ")");

        assertThat(query.collectAsList()).hasSize(2000);
        assertThat(query.queryExecution().executedPlan().toString()).contains("ReusedExchange");
        assertThat(PlanHalves.of(query).brokenHalf()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void queriesWithinExpressionsWork(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        Dataset<Row> query =
                spark.sql("SELECT k, count(*) + (SELECT max(v) FROM t) FROM t GROUP BY k ORDER BY k LIMIT 1");

        assertThat(query.collectAsList().toString()).isEqualTo("[[0,20019]]");
    }

    @Test
    void aggregatesOfTextKeepTheOrderThatSortingGave() {
        spark.conf().set("spark.sql.adaptive.enabled", "false");
        Dataset<Row> query = spark.sql("SELECT k, max(s), min(s) FROM t GROUP BY k ORDER BY k");

        List<Row> rows = query.collectAsList();
        assertThat(rows).hasSize(1000);
        assertThat(rows.getFirst().toString()).isEqualTo("[0,6,0]");
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
    }

    @Test
    void overflowIsAnErrorUnderAnsiRulesAndWrapsElsewhere() {
        String sql = "SELECT sum(x) FROM (SELECT 9223372036854775807 - (id % 2) AS x, id % 3 AS k FROM t) GROUP BY k";
        spark.conf().set("spark.sql.ansi.enabled", "true");
        assertThatThrownBy(() -> spark.sql(sql).collectAsList()).hasMessageContaining("ARITHMETIC_OVERFLOW");

        spark.conf().set("spark.sql.ansi.enabled", "false");
        List<Row> ours = spark.sql(sql).collectAsList();
        spark.conf().set("spark.sheaf.enabled", "false");
        assertThat(RowDifference.between(spark.sql(sql).collectAsList(), ours)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"4.2.0, true", "4.2.7, true", "4.2.1-SNAPSHOT, true", "4.1.3, false", "4.20.0, false", "5.0.0, false"})
    void onlyKnownVersionsOfSparkAreExtended(String version, boolean known) {
        assertThat(SparkVersions.isKnown(version)).isEqualTo(known);
        org.apache.spark.sql.SparkSessionExtensions extensions = new org.apache.spark.sql.SparkSessionExtensions();
        new SheafExtensions(version).apply(extensions);
        assertThat(extensions.buildColumnarRules(spark).isEmpty()).isNotEqualTo(known);
        assertThat(SparkVersions.refusal(version)).contains(version).contains("4.2");
    }
}
