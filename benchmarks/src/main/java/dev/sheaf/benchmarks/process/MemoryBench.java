package dev.sheaf.benchmarks.process;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Questions;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Workloads;
import dev.sheaf.benchmarks.report.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench memory`: the most resident memory while a question runs, in a process of its own with a fixed heap,
/// once the table is loaded. `...Mib` is the peak, `...GrowthMib` the part of it that came after loading.
@Command(name = "memory", description = "The most resident memory of each question, Sheaf's and DuckDB's.")
public final class MemoryBench implements Runnable {
    private static final double KIB_PER_MIB = 1024;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        Workloads.groupBy(Variant.BASE, true, options);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Question question : options.select(Questions.GROUP_BY)) {
            int rounds = options.rounds(1);
            Measured sheaf = Measured.of(options, "sheaf", List.of(question), rounds, 0);
            Measured peer = Measured.of(options, "duckdb", List.of(question), rounds, 0);
            rows.add(row(question, sheaf, peer));
            System.err.println(rows.getLast());
        }
        double worst = rows.stream()
                .mapToDouble(row -> (double) row.getOrDefault("ratio", Double.NaN))
                .max()
                .orElse(Double.NaN);
        options.publish(new Report("memory", options.parameters(), rows, Map.of("worst ratio to duckdb", worst)));
    }

    private static Map<String, Object> row(Question question, Measured sheaf, Measured peer) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("question", question.name());
        row.put("sheafMib", sheaf.peakKib() / KIB_PER_MIB);
        row.put("sheafGrowthMib", (sheaf.peakKib() - sheaf.loadedKib()) / KIB_PER_MIB);
        row.put("peer", "duckdb");
        row.put("peerMib", peer.peakKib() / KIB_PER_MIB);
        row.put("peerGrowthMib", (peer.peakKib() - peer.loadedKib()) / KIB_PER_MIB);
        row.put("ratio", sheaf.peakKib() / (double) peer.peakKib());
        return row;
    }
}
