package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Memory is Spark's: asked for, within its limits, and its own again when a task ends, however it ends.
class MemoryTest {
    private static final String MANY_GROUPS = manyGroups("t");
    private static final Path LOCAL = TestSessions.folder("local");

    private static SparkSession spark;

    @BeforeAll
    static void startSmall() {
        TestSessions.open();
        TestSessions.stop();
        spark = TestSessions.open(Map.of(
                "spark.memory.offHeap.enabled", "true",
                "spark.memory.offHeap.size", "96m",
                "spark.local.dir", LOCAL.toString()));
        spark.conf().set("spark.sql.shuffle.partitions", "1");
        spark.range(0, 400_000, 1, 2)
                .selectExpr("concat('a key that is rather long: ', id % 200000) AS k", "id AS v")
                .createOrReplaceTempView("t");
        String files = TestSessions.folder("memory").resolve("files").toString();
        spark.table("t").write().parquet(files);
        spark.read().parquet(files).createOrReplaceTempView("files");
    }

    private static String manyGroups(String table) {
        return "SELECT k, count(*) AS n, sum(v) AS s, max(v) AS m FROM " + table + " GROUP BY k";
    }

    @AfterAll
    static void stop() {
        TestSessions.stop();
    }

    @AfterEach
    void nothingIsLeft() throws IOException, InterruptedException {
        for (int i = 0; i < 100 && SparkEnv.get().memoryManager().executionMemoryUsed() > 0; i++) {
            Thread.sleep(50);
        }
        assertThat(SparkEnv.get().memoryManager().executionMemoryUsed()).isZero();
        try (Stream<Path> files = Files.walk(LOCAL)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("sheaf")))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "files"})
    void groupsThatOutgrowTheMemoryOfATaskGoToDisk(String table) {
        Dataset<Row> query =
                spark.sql("SELECT count(*), sum(n), sum(s), max(m), min(length(k)) FROM (" + manyGroups(table) + ")");
        List<Row> rows = query.collectAsList();

        assertThat(rows.toString()).isEqualTo("[[200000,400000,79999800000,399999,28]]");
        long spilled = PlanHalves.of(query).nodes().stream()
                .filter(node -> node.name().equals(PlanHalves.LAST))
                .mapToLong(node -> node.plan().metrics().apply("spillSize").value())
                .max()
                .orElseThrow();
        assertThat(spilled).isGreaterThan(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sum(1 / (v - 399999))", "sum(v) / 0"})
    void aTaskThatFailsGivesItsMemoryBack(String measure) {
        spark.conf().set("spark.sql.ansi.enabled", "true");
        assertThatThrownBy(() ->
                        spark.sql("SELECT k, " + measure + " FROM t GROUP BY k").collectAsList())
                .hasMessageContaining("DIVIDE_BY_ZERO");
    }

    @Test
    void aQueryThatIsCancelledGivesItsMemoryBack() throws InterruptedException {
        spark.range(0, 1L << 40, 1, 2).selectExpr("id % 1000 AS k", "id AS v").createOrReplaceTempView("endless");
        CompletableFuture<List<Row>> answer = CompletableFuture.supplyAsync(
                () -> spark.sql("SELECT k, max(v) FROM endless GROUP BY k").collectAsList());
        while (SparkEnv.get().memoryManager().executionMemoryUsed() == 0) {
            Thread.sleep(20);
        }
        spark.sparkContext().cancelAllJobs();
        assertThatThrownBy(answer::join).isInstanceOf(CompletionException.class);
    }

    @Test
    void rowsThatAreNotAskedForAreNotWaitedFor() {
        Dataset<Row> query = spark.sql("SELECT count(*) FROM (" + MANY_GROUPS + " LIMIT 10)");

        assertThat(query.collectAsList().getFirst().getLong(0)).isEqualTo(10);
    }
}
