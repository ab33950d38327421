package dev.sheaf.benchmarks.peers;

import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench parquet`: the ten questions from a Parquet file in the operating system's cache to the result.
@Command(name = "parquet", description = "The ten questions, from Parquet file to result.")
public final class ParquetBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        PeerReport.publish(
                "parquet", Workloads.groupBy(Variant.BASE, false, options), List.of("duckdb"), options, Map.of());
    }
}
