package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Off-heap memory of a tenth of what the groups take, for two tasks at once.
class LittleMemoryTest {
    private static final long GROUPS = 300_000;
    private static final int KEY_BYTES = 800;
    private static final long OFF_HEAP_MIB = 24;

    private static SparkSession spark;

    @BeforeAll
    static void startSmall() {
        TestSessions.open();
        TestSessions.stop();
        spark = TestSessions.open(
                Map.of("spark.memory.offHeap.enabled", "true", "spark.memory.offHeap.size", OFF_HEAP_MIB + "m"));
        spark.conf().set("spark.sql.shuffle.partitions", "1");
    }

    @AfterAll
    static void stop() {
        TestSessions.stop();
    }

    @Test
    void groupsOfTenTimesTheMemoryGoToDisk() {
        assertThat(GROUPS * KEY_BYTES / (OFF_HEAP_MIB << 20)).isGreaterThanOrEqualTo(9);
        spark.range(0, 2 * GROUPS, 1, 2)
                .selectExpr("rpad(concat('key ', id % " + GROUPS + "), " + KEY_BYTES + ", '-') AS k", "id AS v")
                .createOrReplaceTempView("t");
        Dataset<Row> query = spark.sql("SELECT count(*), min(n), max(n), sum(s), min(length(k)) "
                + "FROM (SELECT k, count(*) AS n, sum(v) AS s FROM t GROUP BY k)");
        List<Row> rows = query.collectAsList();

        assertThat(rows.toString())
                .isEqualTo("[[" + GROUPS + ",2,2," + GROUPS * (2 * GROUPS - 1) + "," + KEY_BYTES + "]]");
        long spilled = PlanHalves.of(query).nodes().stream()
                .filter(node -> node.name().equals(PlanHalves.LAST))
                .mapToLong(node -> node.plan().metrics().apply("spillSize").value())
                .max()
                .orElseThrow();
        assertThat(spilled).isGreaterThan(GROUPS * KEY_BYTES / 2);
        assertThat(SparkEnv.get().memoryManager().executionMemoryUsed()).isZero();
    }
}
