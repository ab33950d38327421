package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Executors that are processes of their own, and what becomes of a query when one of them is killed.
class LocalClusterTest {
    private static final Path LOCAL = TestSessions.folder("cluster");

    private static SparkSession spark;

    @BeforeAll
    static void start() throws IOException {
        TestSessions.open();
        TestSessions.stop();
        Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
        spark = TestSessions.open(
                "local-cluster[2,1,1024]",
                Map.of(
                        "spark.executor.extraClassPath", System.getProperty("java.class.path"),
                        "spark.executor.memory", "600m",
                        "spark.memory.offHeap.enabled", "true",
                        "spark.memory.offHeap.size", "200m",
                        "spark.local.dir", LOCAL.toString()));
        String files = TestSessions.folder("cluster").resolve("files").toString();
        List<Row> rows = new RandomRows(new SplittableRandom(7), 25).rows(3000);
        spark.createDataFrame(rows, RandomRows.SCHEMA).repartition(4).write().parquet(files);
        spark.read().parquet(files).createOrReplaceTempView("t");
    }

    @AfterAll
    static void stop() {
        TestSessions.stop();
    }

    @BeforeEach
    void waitForExecutors() throws InterruptedException {
        for (int i = 0; i < 600 && executors().count() < 2; i++) {
            Thread.sleep(100);
        }
        assertThat(executors()).hasSize(2);
    }

    private static Stream<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT word, sum(whole), avg(price), max(moment), count(*) FROM t GROUP BY word",
                "SELECT flag, amount, stddev_samp(ratio), min(day) FROM t WHERE id > 100 GROUP BY flag, amount",
                "SELECT sum(n), sum(s) FROM (SELECT id, count(*) AS n, sum(whole) AS s FROM t GROUP BY id)",
            })
    void executorsGiveWhatSparkAloneGives(String sql) {
        Dataset<Row> query = spark.sql(sql);

        assertThat(RowDifference.between(alone(sql), query.collectAsList())).isEmpty();
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
    }

    private static List<Row> alone(String sql) {
        spark.conf().set("spark.sheaf.enabled", "false");
        try {
            return spark.sql(sql).collectAsList();
        } finally {
            spark.conf().set("spark.sheaf.enabled", "true");
        }
    }

    @Test
    void anExecutorThatIsKilledInTheMapStageIsMadeUpFor() {
        AtomicBoolean killed = new AtomicBoolean();
        AtomicInteger lost = new AtomicInteger();
        listen(new SparkListener() {
            @Override
            public void onTaskStart(SparkListenerTaskStart start) {
                if (killed.compareAndSet(false, true)) {
                    executors().findFirst().orElseThrow().destroyForcibly();
                }
            }

            @Override
            public void onTaskEnd(SparkListenerTaskEnd end) {
                lost.addAndGet(end.taskInfo().successful() ? 0 : 1);
            }
        });
        List<Row> sums = spark.range(0, 8_000_000, 1, 8)
                .selectExpr("id % 10 AS k", "id / 8D AS v")
                .groupBy("k")
                .agg(Map.of("v", "sum"))
                .orderBy("k")
                .collectAsList();

        for (int k = 0; k < 10; k++) {
            assertThat(sums.get(k).getDouble(1)).isEqualTo((800_000L * k + 10 * (800_000L * 799_999L / 2)) / 8D);
        }
        assertThat(lost).hasPositiveValue();
    }

    private static void listen(SparkListener listener) {
        spark.sparkContext().addSparkListener(listener);
    }
}
