package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.ui.SQLAppStatusStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplainTest {
    private SparkSession spark;

    @BeforeEach
    void makeTable() {
        spark = TestSessions.open();
        spark.range(0, 5000, 1, 2).selectExpr("id", "id % 10 AS k").createOrReplaceTempView("t");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void explainNamesWhatRunsOnSheaf(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        String text = explained("SELECT k, sum(id) FILTER (WHERE id > 3) FROM t GROUP BY k");

        assertThat(text).contains("SheafFinalAggregate keys=[k], functions=[sum(t.id)");
        assertThat(text).contains("== Extended Information (Sheaf) ==");
        assertThat(text).containsPattern("on Sheaf: keys=\\[k], functions=\\[sum\\(t.id\\) FILTER \\(WHERE .*3.*\\)]");
        assertThat(text).doesNotContain("with Spark:");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void explainSaysWhyAnAggregationStaysWithSpark(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        assertThat(explained("SELECT k, skewness(id) FROM t GROUP BY k"))
                .containsPattern("with Spark: keys=\\[k], functions=\\[skewness\\(.*\\)]: function skewness");
        assertThat(explained("SELECT k, count(DISTINCT id), stddev_pop(id) FROM t GROUP BY k"))
                .contains("DISTINCT takes more steps");
        assertThat(explained("SELECT id FROM t")).contains("no aggregation");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void explainSaysWhereRowsComeFrom(boolean adaptive) {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        String folder = TestSessions.folder("explain").resolve("files").toString();
        spark.table("t").selectExpr("k", "CAST(id AS STRING) AS w").write().parquet(folder);
        spark.read().parquet(folder).createOrReplaceTempView("f");

        assertThat(explained("SELECT k, sum(id) FROM t WHERE id > 3 GROUP BY k"))
                .contains("\n  input: rows of Range\n");
        assertThat(explained("SELECT k, max(w) FROM f WHERE k > 3 GROUP BY k"))
                .contains("\n  input: Parquet files, read by Sheaf\n");
        assertThat(explained("SELECT upper(w), max(k) FROM f GROUP BY 1"))
                .containsPattern("\\n  input: computed by Spark: expression upper\\(.*\\bw\\)\\n");
        assertThat(explained("SELECT k, max(w) FROM f WHERE length(w) > 1 GROUP BY k"))
                .containsPattern("\\n  input: computed by Spark: expression length\\(.*\\bw\\)\\n");
        spark.conf().set("spark.sheaf.scan.enabled", "false");
        assertThat(explained("SELECT k, max(w) FROM f GROUP BY k"))
                .contains("\n  input: files, read by Spark: spark.sheaf.scan.enabled is false\n");
    }

    private String explained(String sql) {
        return spark.sql("EXPLAIN " + sql).collectAsList().getFirst().getString(0);
    }

    @Test
    void metricsCountRowsAndGroups() {
        Dataset<Row> query = spark.sql("SELECT k, sum(id) FROM t GROUP BY k");
        query.collectAsList();
        PlanHalves plan = PlanHalves.of(query);

        assertThat(plan.metric(PlanHalves.FIRST, "numInputRows")).isEqualTo(5000);
        assertThat(plan.metric(PlanHalves.FIRST, "numGroups")).isEqualTo(20);
        assertThat(plan.metric(PlanHalves.FIRST, "groupTime")).isPositive();
        assertThat(plan.metric(PlanHalves.FIRST, "readTime")).isPositive();
        assertThat(plan.metric(PlanHalves.FIRST, "numRounds")).isEqualTo(2);
        assertThat(plan.metric(PlanHalves.FIRST, "numSplits")).isZero();
        assertThat(plan.metric(PlanHalves.LAST, "numOutputRows")).isEqualTo(10);
        assertThat(plan.metric(PlanHalves.LAST, "mergeTime")).isPositive();
        assertThat(plan.metric(PlanHalves.LAST, "spillSize")).isZero();
    }

    /// What the page of a query in Spark's UI shows, on the map side; reduce tasks have a partition each.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT sum(id) FROM t | one group in 2 tasks",
                "SELECT k, sum(id) FROM t GROUP BY k | direct index in 2 tasks",
                "SELECT id * 1000000000, k FROM t GROUP BY 1, 2 | hash table in 2 tasks",
                "SELECT concat('a text that is longer than words are ', id), sum(k) FROM t GROUP BY 1 | text table in 2 tasks",
                "SELECT concat('w', k), sum(k) FROM t GROUP BY 1 | text index in 2 tasks",
                "SELECT if(id < 2500, k, id * 1000000000), sum(k) FROM t GROUP BY 1 | "
                        + "direct index in 1 task, hash table in 1 task",
            })
    void theUiSaysHowTasksFoundGroups(String sql, String expected) throws TimeoutException {
        Dataset<Row> query = spark.sql(sql);
        query.collectAsList();
        spark.sparkContext().listenerBus().waitUntilEmpty();

        assertThat(shown(query, PlanHalves.FIRST)).isEqualTo("strategy: " + expected);
        assertThat(shown(query, PlanHalves.LAST)).startsWith("strategy: ").contains(" in ");
    }

    /// The strategy as the last query of Spark's UI has it.
    private String shown(Dataset<Row> query, String operator) {
        SQLAppStatusStore ui = spark.sharedState().statusStore();
        SQLMetric strategy = PlanHalves.of(query).metrics(operator).apply("strategy");
        long execution = ui.executionsList().last().executionId();
        return strategy.name().get() + ": " + ui.executionMetrics(execution).apply(strategy.id());
    }

    @Test
    void aTaskWithoutAGpuRunsOnTheCpu() {
        spark.conf().set("spark.sheaf.backend", "cuda");
        Dataset<Row> query = spark.sql("SELECT k, sum(id) FROM t GROUP BY k");

        assertThat(query.collectAsList()).hasSize(10);
        assertThat(PlanHalves.of(query).metric(PlanHalves.FIRST, "numGroups")).isEqualTo(20);
        assertThat(PlanHalves.of(query).metric(PlanHalves.FIRST, "numGpuTasks")).isZero();
    }

    @Test
    void aPlanKeepsTheBackendThatItWasMadeFor() {
        Dataset<Row> query = spark.sql("SELECT k, sum(id) FROM t GROUP BY k");
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
        spark.conf().set("spark.sheaf.backend", "gpu");

        assertThat(query.collectAsList()).hasSize(10);
    }

    @Test
    void aBackendThatIsNoneLeavesTheQueryToSpark() {
        spark.conf().set("spark.sheaf.backend", "gpu");

        assertThat(explained("SELECT k, sum(id) FROM t GROUP BY k"))
                .contains("with Spark: keys=[k]", "spark.sheaf.backend is auto, cpu or cuda, not gpu");
    }

    @Test
    void sumsOfNoKindLeaveTheQueryToSpark() {
        spark.conf().set("spark.sheaf.sums", "exact");

        assertThat(explained("SELECT k, sum(id) FROM t GROUP BY k"))
                .contains("with Spark: keys=[k]", "spark.sheaf.sums is fast or reproducible, not exact");
    }
}
