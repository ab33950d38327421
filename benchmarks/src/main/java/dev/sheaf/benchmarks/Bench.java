package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.AnswerCheck;
import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.engine.Engine;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.benchmarks.shapes.run.ShapesBench;
import dev.sheaf.benchmarks.shapes.run.ShapesCompareBench;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `sheaf bench`: how fast Sheaf is beside its peers, on this machine.
@Command(
        name = "sheaf bench",
        description = "Measure Sheaf beside its peers. Answers are checked before the clock starts.",
        mixinStandardHelpOptions = true,
        subcommands = {
            GroupByBench.class,
            ParquetBench.class,
            OrdersBench.class,
            TpchBench.class,
            ClickBench.class,
            MembersBench.class,
            StreamBench.class,
            ThreadsBench.class,
            OrderBench.class,
            MemoryBench.class,
            CancelBench.class,
            FirstRunBench.class,
            SweepBench.class,
            ShapesBench.class,
            ShapesCompareBench.class,
            AllBench.class,
            MeasureBench.class
        })
public final class Bench implements Runnable {
    @Spec
    private CommandSpec spec;

    private Bench() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /// Runs one benchmark; 0 if it ended well, 2 if the request was wrong, 1 for anything else.
    static int run(String... arguments) {
        return new CommandLine(new Bench())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOverwrittenOptionsAllowed(true)
                .setExecutionExceptionHandler((failure, _, _) -> tell(failure))
                .execute(arguments);
    }

    private static int tell(Exception failure) {
        System.err.println("sheaf bench: " + failure.getMessage());
        if (failure instanceof IllegalArgumentException) {
            return CommandLine.ExitCode.USAGE;
        }
        failure.printStackTrace();
        return CommandLine.ExitCode.SOFTWARE;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "which benchmark? There are "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    /// Compares Sheaf with peers on a workload and publishes the report.
    static void compare(
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
            List<String> versions = new ArrayList<>();
            peers.forEach(peer -> versions.add(peer.name() + " " + peer.version()));
            parameters.put("peers", versions);
            options.publish(
                    Report.of(name, parameters, new Contest(sheaf, peers, check, options.runs()).ask(workload)));
        } finally {
            peers.forEach(Engine::close);
        }
    }
}
