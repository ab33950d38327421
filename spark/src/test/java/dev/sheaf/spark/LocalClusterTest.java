package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.testing.RandomCases;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.FetchFailed;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Executors that are processes of their own, and what becomes of a query when something happens to them.
class LocalClusterTest {
    private static final int CASES = 60;
    private static final int CASES_IN_A_BUILD = 2;
    private static final long ROWS = 300_000;
    private static final long HEAP_MB = 600;
    private static final long OFF_HEAP_MB = 32;
    /// The least that Spark adds for a container.
    private static final long OVERHEAD_MB = 384;

    private static SparkSession spark;

    @BeforeAll
    static void start() {
        TestSessions.open();
        TestSessions.stop();
        TestSessions.makeHome();
        spark = TestSessions.open(
                "local-cluster[2,1,1024]",
                Map.of(
                        "spark.executor.extraClassPath",
                        System.getProperty("java.class.path"),
                        "spark.executor.memory",
                        HEAP_MB + "m",
                        "spark.memory.offHeap.enabled",
                        "true",
                        "spark.memory.offHeap.size",
                        OFF_HEAP_MB + "m",
                        "spark.shuffle.io.maxRetries",
                        "1",
                        "spark.shuffle.io.retryWait",
                        "100ms"));
        String files = TestSessions.folder("cluster").resolve("files").toString();
        List<Row> rows = new RandomRows(new SplittableRandom(7), 25).rows(3000);
        spark.createDataFrame(rows, RandomRows.SCHEMA).repartition(4).write().parquet(files);
        spark.read().parquet(files).createOrReplaceTempView("t");
        spark.udf().register("pause", new Pause(), DataTypes.LongType);
        spark.range(0, ROWS, 1, 6)
                .selectExpr("id", "id * 2 AS u", "id % 60000 AS k", "concat('key ', id % 1000) AS w", "id / 8D AS v")
                .createOrReplaceTempView("many");
    }

    @AfterAll
    static void stop() {
        TestSessions.stop();
    }

    @BeforeEach
    void waitForExecutors() throws InterruptedException {
        for (int i = 0; i < 600 && ClusterFault.executors().count() < 2; i++) {
            Thread.sleep(100);
        }
        assertThat(ClusterFault.executors()).hasSize(2);
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

    /// A reduce stage that runs again finds the files of the map stage gone: tasks fail to fetch them, and Spark
    /// runs the map stage anew.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void mapOutputThatIsLostIsMadeAnew(boolean adaptive) throws Exception {
        spark.conf().set("spark.sql.adaptive.enabled", adaptive);
        String sql = "SELECT w, sum(v), count(*), max(k) FROM many GROUP BY w";
        List<Row> expected = alone(sql);
        Dataset<Row> query = spark.sql(sql);
        JavaRDD<Row> rows = query.javaRDD();
        assertThat(rows.count()).isEqualTo(1000);
        FetchFailures failures = new FetchFailures();
        spark.sparkContext().addSparkListener(failures);

        deleteShuffleFiles();
        List<Row> again = rows.collect();
        spark.sparkContext().listenerBus().waitUntilEmpty();
        spark.sparkContext().removeSparkListener(failures);

        assertThat(failures.count()).isPositive();
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
        assertThat(RowDifference.between(expected, again)).isEmpty();
        assertThat(memoryInUse()).containsOnly(0L);
    }

    /// What YARN and Kubernetes hold an executor to: its heap, the memory outside and their allowance for the rest.
    @Test
    void executorsTakeNoMoreMemoryThanTheirContainersHave() {
        Dataset<Row> query = spark.sql("SELECT count(*), sum(n), min(length(w)) FROM (SELECT w, u, sum(v) AS s, "
                + "count(*) AS n FROM (SELECT v, u, rpad(w, 1000, '-') AS w FROM many) GROUP BY w, u)");

        assertThat(query.collectAsList().toString()).isEqualTo("[[" + ROWS + "," + ROWS + ",1000]]");
        assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
        assertThat(mostResidentBytes()).isBetween(1L << 26, (HEAP_MB + OFF_HEAP_MB + OVERHEAD_MB) << 20);
    }

    /// The most memory that any executor has had so far.
    private static long mostResidentBytes() {
        return new JavaSparkContext(spark.sparkContext())
                .parallelize(List.of(1, 2, 3, 4), 4)
                .map(_ -> Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                        .sum())
                .reduce(Math::max);
    }

    private static void deleteShuffleFiles() throws IOException {
        Set<Path> found = filesOf("shuffle_");
        assertThat(found).isNotEmpty();
        for (Path file : found) {
            Files.deleteIfExists(file);
        }
    }

    /// Counts tasks that did not get what they wanted of the map stage.
    private static final class FetchFailures extends SparkListener {
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd end) {
            count.addAndGet(end.reason() instanceof FetchFailed ? 1 : 0);
        }

        int count() {
            return count.get();
        }
    }

    /// Executors that die, tasks and queries that are stopped: the answer is right, executors have their memory back,
    /// and no file is left.
    @Test
    void faultsChangeNoAnswer() {
        RandomCases.run(CASES, CASES_IN_A_BUILD, this::check);
    }

    private void check(SplittableRandom random) throws Exception {
        waitForExecutors();
        ClusterFault.Kind kind = ClusterFault.Kind.values()[random.nextInt(ClusterFault.Kind.values().length)];
        ClusterFault fault = new ClusterFault(spark.sparkContext(), kind, random.nextBoolean());
        spark.conf().set("spark.sql.shuffle.partitions", random.nextBoolean() ? 1 : 6);
        spark.conf().set("spark.sql.adaptive.enabled", random.nextBoolean());
        boolean isReproducible = random.nextBoolean();
        spark.conf().set("spark.sheaf.sums", isReproducible ? "reproducible" : "fast");
        String sql = query(random);
        String unhurried = sql.replace("pause", "");
        List<Row> expected = isReproducible ? spark.sql(unhurried).collectAsList() : alone(unhurried);
        Set<Path> before = filesOfSheaf();
        spark.sparkContext().addSparkListener(fault);
        List<Row> actual = answer(sql, fault);
        spark.sparkContext().listenerBus().waitUntilEmpty();
        spark.sparkContext().removeSparkListener(fault);

        assertThat(RowDifference.between(expected, actual))
                .as(fault + ": " + sql)
                .isEmpty();
        if (isReproducible) {
            assertThat(new HashSet<>(actual).equals(new HashSet<>(expected)))
                    .as(fault + ": the same bits of " + sql)
                    .isTrue();
        }
        assertThat(fault.lostTasks()).as(fault + ": " + sql).isPositive();
        waitForExecutors();
        assertThat(memoryInUse()).as(fault + ": " + sql).containsOnly(0L);
        if (kind != ClusterFault.Kind.EXECUTOR_KILLED) { // what a killed process leaves is removed with the application
            assertThat(before).containsAll(filesOfSheaf());
        }
    }

    /// Groups are few, or so many that a reduce task goes to disk if it has all of them.
    private static String query(SplittableRandom random) {
        String keys = List.of("w", "k", "k, w", "u").get(random.nextInt(4));
        String measures = List.of("sum(v)", "avg(v), max(k)", "min(w), sum(k)", "stddev_samp(v)")
                .get(random.nextInt(4));
        return "SELECT * FROM (SELECT " + keys + ", " + measures + ", count(*) AS n FROM many "
                + "WHERE pause(id) >= 0 GROUP BY " + keys + ") WHERE pause(n) > 0";
    }

    /// The answer, in a second try if the first is cancelled.
    private static List<Row> answer(String sql, ClusterFault fault) {
        try {
            Dataset<Row> query = spark.sql(sql);
            List<Row> rows = query.collectAsList();
            assertThat(PlanHalves.of(query).isOnSheaf()).isTrue();
            return rows;
        } catch (Exception cancelled) {
            assertThat(fault.kind()).isEqualTo(ClusterFault.Kind.QUERY_CANCELLED);
            return spark.sql(sql).collectAsList();
        }
    }

    /// What each executor has lent to tasks, once those that were stopped have ended.
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

    private static Set<Path> filesOfSheaf() {
        return filesOf("sheaf");
    }

    private static Set<Path> filesOf(String start) {
        Set<Path> found = new HashSet<>();
        foldersOfExecutors().forEach(folder -> collect(new File(folder), start, found));
        return found;
    }

    /// Files may go while they are looked at: Spark cleans up in the background.
    private static void collect(File folder, String start, Set<Path> found) {
        for (File file : Objects.requireNonNullElse(folder.listFiles(), new File[0])) {
            if (file.getName().startsWith(start)) {
                found.add(file.toPath());
            }
            collect(file, start, found);
        }
    }

    /// Where executors keep the files of tasks, next to those of their blocks. Tasks take a while, so that each
    /// executor gets some; on a busy machine one may be late, and is asked again.
    private static Set<String> foldersOfExecutors() {
        Set<String> folders = new HashSet<>();
        for (int i = 0; i < 20 && folders.size() < 2; i++) {
            folders.addAll(foldersOfSomeExecutors());
        }
        assertThat(folders).hasSizeGreaterThanOrEqualTo(2);
        return folders;
    }

    private static List<String> foldersOfSomeExecutors() {
        return new JavaSparkContext(spark.sparkContext())
                .parallelize(List.of(1, 2, 3, 4, 5, 6), 6)
                .map(_ -> {
                    Thread.sleep(100);
                    return Path.of(SparkEnv.get()
                                    .blockManager()
                                    .diskBlockManager()
                                    .localDirsString()[0])
                            .getParent()
                            .toString();
                })
                .collect();
    }
}
