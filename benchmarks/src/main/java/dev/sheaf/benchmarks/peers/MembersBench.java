package dev.sheaf.benchmarks.peers;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench members`: aggregates that need the members of each group, over page views in memory.
@Command(
        name = "members",
        description = "Distinct counts, medians and lists of few, many and all-distinct groups, in memory.")
public final class MembersBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        PeerReport.publish("members", Workloads.members(options), List.of("duckdb"), options, Map.of());
    }
}
