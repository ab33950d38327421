package dev.sheaf.benchmarks.peers;

import dev.sheaf.benchmarks.contest.Contest;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.AnswerCheck;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.Engine;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Peers;
import dev.sheaf.benchmarks.report.Report;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The report of one workload, with Sheaf beside its peers.
final class PeerReport {
    private PeerReport() {}

    /// Compares Sheaf with peers on a workload and publishes the report.
    static void publish(
            String name, Workload workload, List<String> peerNames, BenchOptions options, Map<String, Object> facts) {
        List<Engine> peers = Peers.of(peerNames, options);
        try (SheafEngine sheaf = new SheafEngine(options.threads())) {
            AnswerCheck check = peers.stream()
                    .filter(peer -> peer instanceof DuckDb)
                    .map(duckdb -> new AnswerCheck(sheaf, (DuckDb) duckdb))
                    .findFirst()
                    .orElse(null);
            Map<String, Object> parameters = options.parameters();
            parameters.putAll(new LinkedHashMap<>(facts));
            parameters.put("inMemory", workload.inMemory());
            parameters.put("peers", peers.stream().map(Engine::nameAndVersion).toList());
            options.publish(
                    Report.of(name, parameters, new Contest(sheaf, peers, check, options.runs()).ask(workload)));
        } finally {
            peers.forEach(Engine::close);
        }
    }
}
