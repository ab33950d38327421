package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Option;

/// Copies of tasks that lag behind. Spark starts them on another host only, so each executor here has an address of its
/// own on this machine.
class SpeculationTest {
    private static final List<String> HOSTS = List.of("127.0.0.1", "127.0.0.2");

    private static RpcEnv master;
    private static List<RpcEnv> workers;
    private static SparkSession spark;

    @BeforeAll
    static void start() {
        TestSessions.open();
        TestSessions.stop();
        TestSessions.makeHome();
        SparkConf conf = new SparkConf(false).set("spark.master.rest.enabled", "false");
        master = Master.startRpcEnvAndEndpoint(HOSTS.getFirst(), 0, 0, conf)._1();
        workers = HOSTS.stream().map(host -> worker(host, conf)).toList();
        spark = TestSessions.open(
                master.address().toSparkURL(),
                Map.of(
                        "spark.executor.extraClassPath", System.getProperty("java.class.path"),
                        "spark.executor.memory", "600m",
                        "spark.speculation", "true",
                        "spark.speculation.interval", "100ms",
                        "spark.speculation.multiplier", "1.1",
                        "spark.speculation.quantile", "0.5",
                        "spark.sql.shuffle.partitions", "4"));
        spark.udf().register("laggard", new Lag(), DataTypes.LongType);
        spark.range(0, 40_000, 1, 4).selectExpr("id", "id % 1000 AS k").createOrReplaceTempView("t");
    }

    private static RpcEnv worker(String host, SparkConf conf) {
        String folder = TestSessions.folder("worker").toString();
        return Worker.startRpcEnvAndEndpoint(
                host,
                0,
                0,
                1,
                1024,
                new String[] {master.address().toSparkURL()},
                folder,
                Option.empty(),
                conf,
                Option.empty());
    }

    @AfterAll
    static void stop() {
        TestSessions.stop();
        workers.forEach(RpcEnv::shutdown);
        master.shutdown();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, sum(id), count(*) FROM t WHERE laggard(id) >= 0 GROUP BY k",
                "SELECT * FROM (SELECT k, sum(id) AS s, count(*) AS n FROM t GROUP BY k) WHERE laggard(n) > 0",
            })
    void theCopyOfATaskThatLagsGivesItsRowsOnce(String sql) throws InterruptedException {
        spark.conf().set("spark.sql.adaptive.coalescePartitions.enabled", "false");
        Copies copies = new Copies();
        spark.sparkContext().addSparkListener(copies);
        Dataset<Row> query = spark.sql(sql);
        List<Row> rows = query.collectAsList();
        spark.sparkContext().removeSparkListener(copies);

        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
        assertThat(copies.succeeded).hasPositiveValue();
        assertThat(rows).hasSize(1000);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.getLong(1)).isEqualTo(40 * row.getLong(0) + 1000L * 39 * 20))
                .allSatisfy(row -> assertThat(row.getLong(2)).isEqualTo(40));
        assertThat(memoryInUse()).containsOnly(0L);
    }

    /// What executors have lent to tasks, once the ones that were overtaken have ended.
    private static Set<Long> memoryInUse() throws InterruptedException {
        Set<Long> used = Set.of();
        for (int i = 0; i < 100 && !used.equals(Set.of(0L)); i++) {
            Thread.sleep(i);
            used = new HashSet<>(new JavaSparkContext(spark.sparkContext())
                    .parallelize(List.of(1, 2, 3, 4), 4)
                    .map(_ -> SparkEnv.get().memoryManager().executionMemoryUsed())
                    .collect());
        }
        return used;
    }

    /// Counts copies that were first.
    private static final class Copies extends SparkListener {
        private final AtomicInteger succeeded = new AtomicInteger();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            succeeded.addAndGet(end.taskInfo().speculative() && end.taskInfo().successful() ? 1 : 0);
        }
    }

    /// A number as it is. The first attempt of the first task waits until it is stopped, or for longer than any copy
    /// of it takes.
    private static final class Lag implements UDF1<Long, Long> {
        private static final int MOST_MILLIS = 60_000;
        private static final int STEP_MILLIS = 20;

        @Override
        public Long call(Long number) throws InterruptedException {
            TaskContext task = TaskContext.get();
            boolean lags = task != null && task.partitionId() == 0 && task.attemptNumber() == 0;
            for (int waited = 0; lags && waited < MOST_MILLIS && !task.isInterrupted(); waited += STEP_MILLIS) {
                Thread.sleep(STEP_MILLIS);
            }
            return number;
        }
    }
}
