package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.benchmarks.report.Timing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench first-run`: each question once through `./sheaf sql` over a Parquet file, from the start of the
/// process to its end, beside a new DuckDB in a process that already runs. `overMillis` is Sheaf's time less
/// DuckDB's.
@Command(name = "first-run", description = "Each question once in a fresh process of the command line.")
final class FirstRunBench implements Runnable {
    private static final int DEFAULT_ROUNDS = 5;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        Workload workload = Workloads.groupBy(Variant.BASE, false, options);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Question question : workload.questions()) {
            rows.add(row(question, workload));
            System.err.println(rows.getLast());
        }
        double worst = rows.stream()
                .mapToDouble(row -> (double) row.getOrDefault("overMillis", Double.NaN))
                .max()
                .orElse(Double.NaN);
        options.publish(
                new Report("first-run", options.parameters(), rows, Map.of("most milliseconds over duckdb", worst)));
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
