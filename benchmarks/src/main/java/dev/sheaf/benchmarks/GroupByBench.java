package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.data.Variant;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench groupby`: the ten questions of db-benchmark over a table in memory.
@Command(name = "groupby", description = "db-benchmark's ten group-by questions over a table in memory.")
final class GroupByBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--variant", paramLabel = "V", description = "base (default), k2, nulls, sorted or zipf.")
    private Variant variant = Variant.BASE;

    @Option(names = "--vs", split = ",", paramLabel = "PEER", description = "duckdb (default), polars, spark.")
    private List<String> peers = List.of("duckdb");

    @Override
    public void run() {
        Bench.compare(
                "groupby-" + variant,
                Workloads.groupBy(variant, true, options),
                peers,
                options,
                Map.of("variant", variant.toString()));
    }
}
