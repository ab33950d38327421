package dev.sheaf.benchmarks.queries;

import dev.sheaf.benchmarks.contest.QueryContest;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.cli.datagen.HitsDataset;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench clickbench`: ClickBench's 43 queries over page views in memory.
@Command(name = "clickbench", description = "ClickBench's 43 queries over a table in memory.")
public final class ClickBench implements Runnable {
    private static final long SEED = 1;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        new QueryContest("clickbench", QueryTexts.clickBench(), options.rows(), Map.of()).run(options, this::load);
    }

    private void load(SheafEngine sheaf, DuckDb duckdb) {
        long rows = options.rows();
        Path file = options.data().file("hits-" + rows, new HitsDataset(rows, SEED));
        duckdb.execute("CREATE TABLE hits AS " + PageViews.query(file));
        sheaf.loadFrom(duckdb, "hits");
    }
}
