package dev.sheaf.benchmarks.joins;

import dev.sheaf.benchmarks.contest.QueryContest;
import dev.sheaf.benchmarks.options.BenchOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench joins`: random joins of two tables in memory, by turns with DuckDB, after each answer was compared
/// whole.
@Command(name = "joins", description = "Random joins of two tables in memory, of 1 to 3 keys of random types.")
public final class JoinsBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(
            names = "--build",
            paramLabel = "N",
            converter = BenchOptions.RowCount.class,
            description = "Rows of the right side (default: 1e6); --rows are those of the left one.")
    private long build = 1_000_000;

    @Option(names = "--seed", paramLabel = "N", description = "Which joins are drawn (default: 1).")
    private long seed = 1;

    @Option(names = "--count", paramLabel = "N", description = "How many (default: 20).")
    private int count = 20;

    @Override
    public void run() {
        BenchOptions.checkPositive("--build", build);
        BenchOptions.checkPositive("--count", count);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("build", build);
        facts.put("seed", seed);
        new QueryContest("joins", new JoinShapes(seed).draw(count), options.rows() + build, facts)
                .run(options, new JoinTables(options.rows(), build)::load);
    }
}
