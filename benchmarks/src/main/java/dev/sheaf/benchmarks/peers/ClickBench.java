package dev.sheaf.benchmarks.peers;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench clickbench`: ten of ClickBench's queries that group by much, over page views in memory.
@Command(name = "clickbench", description = "Ten of ClickBench's group-by queries over a table in memory.")
public final class ClickBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        PeerReport.publish("clickbench", Workloads.hits(options), List.of("duckdb"), options, Map.of());
    }
}
