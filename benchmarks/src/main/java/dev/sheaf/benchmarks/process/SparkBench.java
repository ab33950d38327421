package dev.sheaf.benchmarks.process;

import dev.sheaf.benchmarks.engine.Spark;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.report.JsonReader;
import dev.sheaf.benchmarks.report.Means;
import dev.sheaf.benchmarks.report.Report;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench spark`: Spark alone and with Sheaf's plugin, by turns in one session and on files that Spark has
/// written. The session runs in a process of its own, among the tests of the module `spark`; Maven fetches Spark if its
/// local repository lacks it.
@Command(
        name = "spark",
        description = {
            "Apache Spark alone and with Sheaf's plugin, by turns in one session on the same files.",
            "db-benchmark's questions, TPC-H's Q1 (tpch1) and random shapes: time, the tasks' processor time and shuffled"
                    + " bytes. The first run downloads Spark, 278 MB, unless Maven's local repository has it."
        })
public final class SparkBench implements Runnable {
    private static final String MAIN = "dev.sheaf.spark.bench.SparkBench";
    private static final int DEFAULT_ROUNDS = 5;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--master", paramLabel = "URL", description = "Spark's master (default: local[THREADS]).")
    private String master = "";

    @Option(names = "--shapes", paramLabel = "N", description = "How many random shapes (default: 20).")
    private int shapes = 20;

    @Option(names = "--seed", paramLabel = "N", description = "Which shapes are drawn (default: 1).")
    private long seed = 1;

    @Option(names = "--conf", paramLabel = "NAME=VALUE", description = "A setting of Spark; may be given often.")
    private List<String> settings = new ArrayList<>();

    @Override
    public void run() {
        List<Map<String, Object>> rows = new ArrayList<>();
        List<String> queries = new ArrayList<>();
        lines(command(), line -> {
            Map<String, Object> row = row(line);
            queries.add(row.get("question") + ": " + row.remove("sql"));
            rows.add(row);
            System.err.println(row);
        });
        Map<String, Object> parameters = options.parameters();
        parameters.put("master", master());
        parameters.put("rounds", options.rounds(DEFAULT_ROUNDS));
        parameters.put("seed", seed);
        parameters.put("conf", settings);
        parameters.put("queries", queries);
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("geometric mean of speedups", mean(rows, "speedup"));
        summary.put("geometric mean of speedups in processor time", mean(rows, "cpuSpeedup"));
        options.publish(new Report("spark", parameters, rows, summary));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> row(String line) {
        return (Map<String, Object>) JsonReader.read(line);
    }

    private static double mean(List<Map<String, Object>> rows, String name) {
        return Means.geometric(rows.stream().mapToDouble(row -> number(row, name)));
    }

    private static double number(Map<String, Object> row, String name) {
        return ((Number) Objects.requireNonNull(row.get(name))).doubleValue();
    }

    private String master() {
        return master.isEmpty() ? "local[" + options.threads() + "]" : master;
    }

    private List<String> command() {
        List<String> command = Spark.program(BenchOptions.ROOT, options.peerFolder(), MAIN);
        command.addAll(List.of("--master", master(), "--rows", "" + options.rows()));
        command.addAll(List.of("--rounds", "" + options.rounds(DEFAULT_ROUNDS)));
        command.addAll(List.of("--shapes", "" + shapes, "--seed", "" + seed));
        command.addAll(
                List.of("--data", options.data().folder().resolve("spark").toString()));
        settings.forEach(setting -> command.addAll(List.of("--conf", setting)));
        if (!options.questions().isEmpty()) {
            command.addAll(List.of("--only", String.join(",", options.questions())));
        }
        return command;
    }

    private static void lines(List<String> command, Consumer<String> taker) {
        Process process = Child.start(command, ProcessBuilder.Redirect.PIPE);
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                taker.accept(line);
            }
            Child.check(process, "spark");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            process.destroy();
        }
    }
}
