package dev.sheaf.benchmarks.peers;

import dev.sheaf.benchmarks.data.Questions;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Peers;
import dev.sheaf.benchmarks.options.Workloads;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench groupby`: the ten questions of db-benchmark over a table in memory.
@Command(name = "groupby", description = "db-benchmark's ten group-by questions over a table in memory.")
public final class GroupByBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(
            names = "--variant",
            split = ",",
            paramLabel = "V",
            description = "base (default), k2, nulls, sorted, zipf; several of them, or all.")
    private List<String> variants = List.of(Variant.BASE.toString());

    @Option(names = "--vs", split = ",", paramLabel = "PEER", description = "duckdb (default), polars, spark.")
    private List<String> peers = List.of("duckdb");

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description = "All of it so often, each time in a process of its own (default: 1).")
    private int repeat = 1;

    @Override
    public void run() {
        List<Variant> asked = Variant.named(variants);
        Peers.check(peers);
        options.select(Questions.GROUP_BY);
        BenchOptions.checkPositive("--repeat", repeat);
        if (asked.size() > 1 || repeat > 1) {
            options.publish(new Rounds(asked, repeat, peers, options).report());
            return;
        }
        Variant variant = asked.getFirst();
        PeerReport.publish(
                "groupby-" + variant,
                Workloads.groupBy(variant, true, options),
                peers,
                options,
                Map.of("variant", variant.toString()));
    }
}
