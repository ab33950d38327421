package dev.sheaf.spark.bench;

import dev.sheaf.spark.SheafPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/// Spark alone and with the plugin, by turns in one session and on the same files, which Spark has written:
///
/// ```
/// SparkBench [--rows N] [--rounds N] [--shapes N] [--seed N] [--only q1,q2] [--json FILE]
/// ```
/// Answers are compared before anything is timed. A line has the medians of both, and what the plugin makes of them.
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
        try (SparkSession spark = session()) {
            new SparkBench(options, spark).run();
        }
    }

    private static SparkSession session() {
        SparkSession spark = SparkSession.builder()
                .master("local[2]")
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
                        Path.of("target", "warehouse").toAbsolutePath().toString())
                .getOrCreate();
        spark.sparkContext().setLogLevel("ERROR");
        return spark;
    }

    private void run() throws IOException {
        new BenchData(spark, Files.createDirectories(options.folder()), options.rows()).open();
        List<Contest> results = new ArrayList<>();
        System.out.println(Contest.HEADING);
        BenchQueries.all(options.shapes(), options.seed()).forEach((name, sql) -> {
            if (options.isAsked(name)) {
                results.add(contest(name, sql));
                System.out.println(results.getLast().line());
            }
        });
        System.out.println(BenchReport.summary(results));
        if (options.json() != null) {
            Files.writeString(options.json(), BenchReport.json(options, results));
        }
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
