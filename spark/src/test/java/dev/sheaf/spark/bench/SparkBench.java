package dev.sheaf.spark.bench;

import dev.sheaf.spark.SheafPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/// Spark alone and with the plugin, by turns in one session and on the same files, which Spark has written:
///
/// ```
/// SparkBench [--master M] [--rows N] [--rounds N] [--shapes N] [--seed N] [--only q1,q2] [--data DIR]
///     [--conf NAME=VALUE]...
/// ```
/// Answers are compared before anything is timed. A line of JSON for each query has the medians of both, and what the
/// plugin makes of them. `sheaf bench spark` starts it.
public final class SparkBench {
    private final BenchOptions options;
    private final SparkSession spark;
    private final TaskCosts costs;

    private SparkBench(BenchOptions options, SparkSession spark) {
        this.options = options;
        this.spark = spark;
        this.costs = new TaskCosts(spark);
    }

    public static void main(String[] arguments) throws IOException {
        BenchOptions options = BenchOptions.parse(arguments);
        try (SparkSession spark = session(options)) {
            new SparkBench(options, spark).run();
        }
    }

    private static SparkSession session(BenchOptions options) {
        SparkSession.Builder builder = SparkSession.builder()
                .master(options.master())
                .appName("sheaf-bench")
                .config("spark.plugins", SheafPlugin.class.getName())
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "localhost")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.memory.offHeap.enabled", "true")
                .config("spark.memory.offHeap.size", "2g")
                .config("spark.sql.shuffle.partitions", "4")
                .config("spark.sql.session.timeZone", "UTC")
                .config(
                        "spark.sql.warehouse.dir",
                        options.folder().resolve("warehouse").toAbsolutePath().toString());
        options.conf().forEach(builder::config);
        SparkSession spark = builder.getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        return spark;
    }

    private void run() throws IOException {
        new BenchData(spark, Files.createDirectories(options.folder()), options.rows()).open();
        Map<String, String> queries = BenchQueries.all(options.shapes(), options.seed());
        options.checkAsked(queries.keySet());
        queries.forEach((name, sql) -> {
            if (options.isAsked(name)) {
                System.out.println(contest(name, sql).line());
            }
        });
    }

    /// The engines take turns, and each begins as often as the other.
    private Contest contest(String name, String sql) {
        Answers.check(spark, sql);
        List<Cost> vanilla = new ArrayList<>();
        List<Cost> sheaf = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            for (boolean ours : round % 2 == 0 ? new boolean[] {false, true} : new boolean[] {true, false}) {
                spark.conf().set("spark.sheaf.enabled", ours);
                (ours ? sheaf : vanilla).add(costs.of(spark.sql(sql)));
            }
        }
        return new Contest(name, sql, vanilla, sheaf);
    }
}
