package dev.sheaf.benchmarks.queries;

import dev.sheaf.benchmarks.contest.QueryContest;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench tpch`: TPC-H's 22 queries over its eight tables in memory. `--rows` are those of `lineitem`, so that
/// 6 million are scale factor 1.
@Command(name = "tpch", description = "TPC-H's 22 queries over its tables in memory; 6e6 rows are scale factor 1.")
public final class TpchBench implements Runnable {
    private static final double LINES_OF_SCALE_ONE = 6e6;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        double scale = options.rows() / LINES_OF_SCALE_ONE;
        new QueryContest("tpch", QueryTexts.tpch(), options.rows(), Map.of("scale", scale))
                .run(options, (sheaf, duckdb) -> load(scale, sheaf, duckdb));
    }

    private void load(double scale, SheafEngine sheaf, DuckDb duckdb) {
        for (String name : TpchTables.names()) {
            Path file = options.data()
                    .file("tpch-" + name + "-" + options.rows(), () -> TpchTables.table(name, scale, sheaf.pool()));
            duckdb.execute("CREATE TABLE " + name + " AS SELECT * FROM read_parquet('" + file + "')");
            sheaf.loadFile(name, file);
        }
    }
}
