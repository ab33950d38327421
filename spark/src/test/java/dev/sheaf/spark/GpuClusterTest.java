package dev.sheaf.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.cuda.EmulatedBackend;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Executors with a GPU that Spark has found, which is emulated: `-Dsheaf.emulator=true`.
@EnabledIfSystemProperty(named = "sheaf.emulator", matches = "true")
class GpuClusterTest {
    private static final String QUERY =
            "SELECT k, sum(v), avg(v), count(*), min(w), max(id) FROM t GROUP BY k ORDER BY k";

    private static SparkSession spark;

    @BeforeAll
    static void start() throws IOException {
        TestSessions.open();
        TestSessions.stop();
        Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
        String script = discovery().toString();
        spark = TestSessions.open(
                "local-cluster[1,1,1024]",
                Map.of(
                        "spark.executor.extraClassPath",
                                service() + File.pathSeparator + System.getProperty("java.class.path"),
                        "spark.executor.extraJavaOptions", "-Dsheaf.emulator=true",
                        "spark.worker.resource.gpu.amount", "1",
                        "spark.worker.resource.gpu.discoveryScript", script,
                        "spark.executor.resource.gpu.amount", "1",
                        "spark.task.resource.gpu.amount", "1"));
        spark.range(0, 4000, 1, 2)
                .selectExpr("id", "id % 7 AS k", "id / 8D AS v", "concat('w', id % 100) AS w")
                .createOrReplaceTempView("t");
    }

    /// A folder by which executors find the emulator.
    private static Path service() throws IOException {
        Path folder = TestSessions.folder("service");
        Path services = Files.createDirectories(folder.resolve("META-INF").resolve("services"));
        Files.writeString(services.resolve(Backend.class.getName()), EmulatedBackend.class.getName());
        return folder;
    }

    /// Says what the scripts that come with Spark say of one GPU.
    private static Path discovery() throws IOException {
        Path script = TestSessions.folder("gpu").resolve("discover.sh");
        Files.writeString(script, "#!/bin/sh\necho '{\"name\": \"gpu\", \"addresses\": [\"0\"]}'\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterAll
    static void stop() {
        TestSessions.stop();
    }

    /// So few rows are no faster on a GPU.
    @ParameterizedTest
    @CsvSource({"cuda, 2", "cpu, 0", "auto, 0"})
    void tasksUseTheirGpuIfItIsAskedFor(String backend, long gpuTasks) {
        spark.conf().set("spark.sheaf.enabled", "false");
        List<Row> expected = spark.sql(QUERY).collectAsList();
        spark.conf().set("spark.sheaf.enabled", "true");
        spark.conf().set("spark.sheaf.backend", backend);
        Dataset<Row> query = spark.sql(QUERY);

        assertThat(RowDifference.between(expected, query.collectAsList())).isEmpty();
        assertThat(PlanHalves.of(query).metric(PlanHalves.FIRST, "numGpuTasks")).isEqualTo(gpuTasks);
    }

    @Test
    void whatTheDeviceRefusesTheCpuGroups() {
        spark.conf().set("spark.sheaf.backend", "cuda");
        Dataset<Row> query = spark.sql("SELECT k, corr(v, id) FROM t GROUP BY k");

        assertThat(query.collectAsList()).hasSize(7);
        assertThat(PlanHalves.of(query).metric(PlanHalves.FIRST, "numGpuTasks")).isZero();
        assertThat(PlanHalves.of(query).metric(PlanHalves.FIRST, "numGroups")).isEqualTo(14);
    }
}
