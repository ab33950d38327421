package dev.sheaf.benchmarks.windows;

import dev.sheaf.benchmarks.contest.QueryContest;
import dev.sheaf.benchmarks.options.BenchOptions;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench windows`: random windows over a table in memory, by turns with DuckDB, after each answer was
/// compared whole.
@Command(
        name = "windows",
        description = "Random windows over a table in memory: partitions, orders, frames, functions.")
public final class WindowsBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--seed", paramLabel = "N", description = "Which windows are drawn (default: 1).")
    private long seed = 1;

    @Option(names = "--count", paramLabel = "N", description = "How many (default: 30).")
    private int count = 30;

    @Override
    public void run() {
        BenchOptions.checkPositive("--count", count);
        new QueryContest("windows", new WindowShapes(seed).draw(count), options.rows(), Map.of("seed", seed))
                .run(options, new WindowTable(options.rows())::load);
    }
}
