package dev.sheaf.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.SparkSession;

/// The session of the tests: Spark in this process, with two threads and the plugin. A process has one.
final class TestSessions {
    private TestSessions() {}

    /// A session of its own settings over the one Spark.
    static SparkSession open() {
        return open(Map.of());
    }

    /// The same; settings of Spark itself count if there is none yet.
    static SparkSession open(Map<String, String> settings) {
        return open("local[2]", settings);
    }

    /// The same with another master. A task that keeps memory fails.
    static SparkSession open(String master, Map<String, String> settings) {
        SparkSession.Builder builder = SparkSession.builder();
        settings.forEach(builder::config);
        SparkSession session = builder.master(master)
                .appName("sheaf-tests")
                .config("spark.plugins", SheafPlugin.class.getName())
                .config("spark.ui.enabled", "false")
                .config("spark.unsafe.exceptionOnMemoryLeak", "true")
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "5")
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.warehouse.dir", folder("warehouse").toString())
                .getOrCreate();
        return session.newSession();
    }

    /// Ends Spark, so that the next session starts another one.
    static void stop() {
        SparkSession.active().sparkContext().stop();
        SparkSession.clearActiveSession();
        SparkSession.clearDefaultSession();
    }

    /// Makes the folder that workers look for before they start executors.
    static void makeHome() {
        try {
            Files.createDirectories(Path.of(Objects.requireNonNull(System.getenv("SPARK_HOME")), "jars"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// An empty folder that goes with the build's output.
    static Path folder(String name) {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target", "spark")), name)
                    .toAbsolutePath();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
