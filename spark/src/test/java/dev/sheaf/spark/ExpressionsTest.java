package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Filters and projections between a scan and an aggregation: Sheaf's where it has them, Spark's where it has not.
class ExpressionsTest {
    private static final String FILES =
            TestSessions.folder("expressions").resolve("files").toString();

    private SparkSession spark;

    @BeforeAll
    static void writeFiles() {
        TestSessions.open()
                .range(0, 5000, 1, 2)
                .selectExpr(
                        "id % 50 AS k",
                        "CAST(id AS INT) AS v",
                        "CAST(id % 7 AS STRING) AS s",
                        "id / 8D AS r",
                        "CAST(id AS DECIMAL(12, 2)) AS d",
                        "date_add(DATE'2024-01-01', CAST(id AS INT)) AS day",
                        "timestamp_seconds(id * 50000) AS at")
                .write()
                .parquet(FILES);
    }

    @BeforeEach
    void openTables() {
        spark = TestSessions.open();
        spark.conf().set("spark.sql.ansi.enabled", "true");
        Dataset<Row> files = spark.read().parquet(FILES);
        files.createOrReplaceTempView("files");
        spark.createDataFrame(files.collectAsList(), files.schema()).createOrReplaceTempView("rows");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, sum(v * 2) FROM files WHERE v > 5 AND s IN ('1', '3') GROUP BY k",
                "SELECT k % 7, count(*) FROM files WHERE NOT (s <=> '3') OR r BETWEEN 4 AND 100 GROUP BY k % 7",
                "SELECT year(day), sum(d * (1 - d)), sum(d * (1 - d) * (1 + d)) FROM files GROUP BY year(day)",
                "SELECT sum(CASE WHEN s = '1' THEN r / 2 ELSE -r END), max(abs(v)) FROM files WHERE s IS NOT NULL",
                "SELECT x + 1, count(x) FROM (SELECT v % 9 AS x, k FROM files WHERE k > 3) WHERE x < 8 GROUP BY x + 1",
                "SELECT trunc(day, 'MM'), sum(datediff(day, DATE'2020-02-29') + dayofweek(day)), max(date_add(day, 3)) FROM "
                        + "files GROUP BY trunc(day, 'MM')",
                "SELECT date_trunc('WEEK', CAST(day AS TIMESTAMP)), sum(hour(CAST(day AS TIMESTAMP)) + weekofyear(day)), "
                        + "max(concat(s, ':', CAST(v AS STRING))) FROM files GROUP BY ALL",
                "SELECT pmod(v, 7), sum(greatest(v, k) | 3), max(nanvl(r, 0)) FROM files WHERE trim(s) LIKE '%1%3%' OR "
                        + "octet_length(s) > 0 GROUP BY ALL",
                "SELECT s, sum(v) FILTER (WHERE s LIKE '1%' AND day > DATE'2024-02-01') FROM files GROUP BY s",
            })
    void whatSheafComputesIsTakenFromTheScan(String sql) {
        PlanHalves plan = check(sql);

        assertThat(belowFirst(plan)).startsWith("Scan parquet");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT k, sum(v) FROM files WHERE upper(s) = '1' GROUP BY k | true",
                "SELECT substring(s, 1, 1), sum(v) FROM files GROUP BY substring(s, 1, 1) | true",
                "SELECT k, sum(r / (v + 1)) FROM files GROUP BY k | true",
                "SELECT k, sum(v + 1) FROM files GROUP BY k | false",
                "SELECT k, sum(CAST(r AS INT)) FROM files GROUP BY k | true",
                "SELECT k, sum(d / 3) FROM files GROUP BY k | true",
                "SELECT trunc(day, 'HOUR'), sum(v) FROM files GROUP BY trunc(day, 'HOUR') | true",
                "SELECT s LIKE '_', sum(v) FROM files GROUP BY s LIKE '_' | true",
            })
    void whatHasAnotherMeaningInSheafIsSparks(String sql, boolean ansi) {
        spark.conf().set("spark.sql.ansi.enabled", ansi);
        PlanHalves plan = check(sql);

        assertThat(belowFirst(plan)).doesNotStartWith("Scan");
    }

    private PlanHalves check(String sql) {
        Dataset<Row> query = spark.sql(sql);
        List<Row> ours = query.collectAsList();
        spark.conf().set("spark.sheaf.enabled", "false");
        assertThat(RowDifference.between(spark.sql(sql).collectAsList(), ours)).isEmpty();
        spark.conf().set("spark.sheaf.enabled", "true");
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
        return PlanHalves.of(query);
    }

    private static String belowFirst(PlanHalves plan) {
        return plan.nodes().stream()
                .filter(node -> node.name().equals(PlanHalves.FIRST))
                .map(node -> node.below().getFirst())
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "rows"})
    void aStepThatOverflowsIsSparksError(String table) {
        assertThatThrownBy(() -> spark.sql("SELECT k, sum(v + 2147483000) FROM " + table + " GROUP BY k")
                        .collectAsList())
                .hasMessageContaining("ARITHMETIC_OVERFLOW");
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "rows"})
    void whatSparkPassesOverDoesNotFail(String table) {
        String sql = "SELECT k, min_by(1 / (v - 50), v), max_by(CAST(s AS INT) + v, r), count(first) FROM (SELECT *, "
                + "1 AS first FROM " + table + ") GROUP BY k";
        assertThat(RowDifference.between(answer(sql, false), answer(sql, true))).isEmpty();
        assertThat(PlanHalves.of(spark.sql(sql)).isOnSheaf()).isFalse();
        check("SELECT k, min_by(upper(s), v), max_by(if(v > 9, v, NULL), r) FROM " + table + " GROUP BY k");
    }

    private List<Row> answer(String sql, boolean onSheaf) {
        spark.conf().set("spark.sheaf.enabled", onSheaf);
        return spark.sql(sql).collectAsList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"America/New_York", "PST", "EST", "GMT+8", "+01:30"})
    void partsOfMomentsAreThoseThatTheClockOfTheSessionShows(String zone) {
        spark.conf().set("spark.sql.session.timeZone", zone);
        String sql = "SELECT hour(at) AS h, count(*), max(minute(at)), max(second(at)) FROM files GROUP BY hour(at)";
        assertThat(RowDifference.between(answer(sql, false), answer(sql, true))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"files", "rows"})
    void whatAFilterLeavesOutDoesNotFail(String table) {
        check("SELECT k, sum(1 / v) FILTER (WHERE v <> 0) FROM " + table + " GROUP BY k");
        check("SELECT k, sum(v + 2147483000) FILTER (WHERE v < 600) FROM " + table + " GROUP BY k");
        check("SELECT k, sum(if(v < 600, 1, NULL) + (v + 2147483000)), count(*) FROM " + table
                + " WHERE v < 700 AND (nullif(v, v) + (v + 2147483600) > 3) IS NULL GROUP BY k");
        check("SELECT k, sum(v + 2147483000), count(*) FROM " + table + " WHERE v < 600 GROUP BY k");
    }
}
