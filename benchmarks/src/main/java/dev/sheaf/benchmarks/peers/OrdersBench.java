package dev.sheaf.benchmarks.peers;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench orders`: total price by status, from Parquet file to result.
@Command(name = "orders", description = "Total price of orders by status, from Parquet file to result.")
public final class OrdersBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        PeerReport.publish("orders", Workloads.orders(options), List.of("duckdb"), options, Map.of());
    }
}
