package dev.sheaf.benchmarks.peers;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench tpch`: questions 1 and 6 of TPC-H over lines of orders in memory; 6 million rows are scale
/// factor 1.
@Command(name = "tpch", description = "TPC-H's questions 1 and 6 over a table in memory.")
public final class TpchBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        PeerReport.publish("tpch", Workloads.lineitem(options), List.of("duckdb"), options, Map.of());
    }
}
