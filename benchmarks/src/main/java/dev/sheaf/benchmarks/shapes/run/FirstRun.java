package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// The first query of a process: a plain virtual machine, the jars on its class path, no start-up cache and no flag.
/// It reads the Parquet file, whatever the source of the other runs, and so does DuckDB in a process of the same kind.
final class FirstRun {
    private FirstRun() {}

    /// Milliseconds of the query, from the first line of `main` to the whole answer, and of the process.
    record Times(double queryMillis, double processMillis) {}

    /// Runs a query in a process of its own.
    ///
    /// @param engine `sheaf` or `duckdb`
    /// @throws IllegalStateException if the process fails; the message has its last words
    static Times of(String engine, int threads, String table, Path file, String sql) {
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                FirstRun.class.getName(),
                engine,
                Integer.toString(threads),
                table,
                file.toString(),
                sql);
        long start = System.nanoTime();
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            boolean isWell = process.waitFor() == 0 && !said.isEmpty();
            double processMillis = (System.nanoTime() - start) / 1e6;
            if (!isWell) {
                throw new IllegalStateException("a fresh process of " + engine + " failed: " + String.join(" ", said));
            }
            return new Times(Double.parseDouble(said.getLast()), processMillis);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot start " + command.getFirst(), failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /// Answers one query and prints the milliseconds that it took, on the last line.
    public static void main(String[] arguments) {
        long start = System.nanoTime();
        int threads = Integer.parseInt(arguments[1]);
        Workload workload = new Workload(arguments[2], Path.of(arguments[3]), 0, List.of(), false);
        Question question = new Question("first", arguments[4], 0);
        double millis = arguments[0].equals("sheaf")
                ? sheaf(workload, question, threads, start)
                : duckdb(workload, question, threads, start);
        System.out.printf(Locale.ROOT, "%n%.3f%n", millis);
    }

    private static double sheaf(Workload workload, Question question, int threads, long start) {
        try (SheafEngine engine = new SheafEngine(threads)) {
            engine.load(workload);
            try (var _ = engine.answer(question)) {
                return (System.nanoTime() - start) / 1e6;
            }
        }
    }

    private static double duckdb(Workload workload, Question question, int threads, long start) {
        try (DuckDb engine = new DuckDb(threads)) {
            engine.load(workload);
            engine.firstMillis(question);
            return (System.nanoTime() - start) / 1e6;
        }
    }
}
