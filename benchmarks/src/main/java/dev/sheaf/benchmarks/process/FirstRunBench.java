package dev.sheaf.benchmarks.process;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Questions;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.benchmarks.shapes.grammar.Shape;
import dev.sheaf.benchmarks.shapes.grammar.ShapeDrawer;
import dev.sheaf.benchmarks.shapes.run.WideFiles;
import dev.sheaf.benchmarks.shapes.table.WideTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench first-run`: each query once through `./sheaf sql` over a Parquet file, from the start of
/// the process to its end, beside a new DuckDB in a process that already runs. `overMillis` is Sheaf's time
/// less DuckDB's.
///
/// The launcher's start-up cache is made of a training run (`sheaf warm-up`), and what it was trained on starts sooner.
/// No table of these queries is in it: they ask db-benchmark's table, and the wide tables that only the benchmarks
/// have.
@Command(
        name = "first-run",
        description = {
            "Each query once in a fresh process of the command line.",
            "The ten questions of db-benchmark, and random shapes as `sheaf bench shapes` draws them. The launcher's start-up"
                    + " cache is not trained on the tables of either."
        })
public final class FirstRunBench implements Runnable {
    private static final int DEFAULT_ROUNDS = 5;
    private static final long SEED = 1;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--shapes", paramLabel = "N", description = "How many random shapes (default: 10).")
    private int shapes = 10;

    @Override
    public void run() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Workload workload : workloads()) {
            for (Question question : workload.questions()) {
                rows.add(row(question, workload));
                System.err.println(rows.getLast());
            }
        }
        double worst = rows.stream()
                .mapToDouble(row -> (double) row.getOrDefault("overMillis", Double.NaN))
                .max()
                .orElse(Double.NaN);
        options.publish(
                new Report("first-run", options.parameters(), rows, Map.of("most milliseconds over duckdb", worst)));
    }

    /// The tables and the questions that were asked for; tables without any are not generated.
    List<Workload> workloads() {
        List<WideTable> tables = WideTable.of(SEED, options.rows());
        List<Shape> drawn = ShapeDrawer.draw(SEED, shapes, tables);
        List<Question> all = new ArrayList<>(Questions.GROUP_BY);
        drawn.forEach(shape -> all.add(question(shape)));
        List<Question> asked = options.select(all);
        List<Workload> workloads = new ArrayList<>();
        if (asked.stream().anyMatch(Questions.GROUP_BY::contains)) {
            Path file = Workloads.groupByFile(Variant.BASE, options.rows(), options);
            workloads.add(workload(
                    "x",
                    file,
                    asked.stream().filter(Questions.GROUP_BY::contains).toList()));
        }
        for (WideTable table : tables) {
            List<Question> questions = drawn.stream()
                    .filter(shape -> shape.table().equals(table.name()))
                    .map(FirstRunBench::question)
                    .filter(asked::contains)
                    .toList();
            if (!questions.isEmpty()) {
                workloads.add(workload(table.name(), new WideFiles(options.data(), SEED).of(table), questions));
            }
        }
        return workloads;
    }

    private Workload workload(String table, Path file, List<Question> questions) {
        return new Workload(table, file, options.rows(), questions, false);
    }

    private static Question question(Shape shape) {
        return new Question("shape" + shape.number(), shape.sql(), shape.keys());
    }

    private Map<String, Object> row(Question question, Workload workload) {
        List<Double> sheaf = new ArrayList<>();
        List<Double> peer = new ArrayList<>();
        for (int round = 0; round < options.rounds(DEFAULT_ROUNDS); round++) {
            sheaf.add(commandLineMillis(question, workload));
            try (DuckDb duckdb = new DuckDb(options.threads())) {
                duckdb.load(workload);
                peer.add(duckdb.firstMillis(question));
            }
        }
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("question", question.name());
        row.put("sheafMillis", Timing.median(sheaf));
        row.put("peer", "duckdb");
        row.put("peerMillis", Timing.median(peer));
        row.put("ratio", Timing.median(sheaf) / Timing.median(peer));
        row.put("overMillis", Timing.median(sheaf) - Timing.median(peer));
        return row;
    }

    private double commandLineMillis(Question question, Workload workload) {
        String launcher = BenchOptions.ROOT.resolve("sheaf").toAbsolutePath().toString();
        String table = workload.table() + "=" + workload.file();
        long start = System.nanoTime();
        try {
            Process process = new ProcessBuilder(
                            launcher, "sql", "--threads", "" + options.threads(), "-t", table, question.sql())
                    .redirectErrorStream(true)
                    .start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(launcher + " sql failed: " + out);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot run " + launcher, failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
        return (System.nanoTime() - start) / 1e6;
    }
}
