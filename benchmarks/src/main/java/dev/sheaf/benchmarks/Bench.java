package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.alone.CancelBench;
import dev.sheaf.benchmarks.alone.StreamBench;
import dev.sheaf.benchmarks.frames.FramesBench;
import dev.sheaf.benchmarks.joins.JoinsBench;
import dev.sheaf.benchmarks.peers.GroupByBench;
import dev.sheaf.benchmarks.peers.MembersBench;
import dev.sheaf.benchmarks.peers.OrdersBench;
import dev.sheaf.benchmarks.peers.ParquetBench;
import dev.sheaf.benchmarks.process.FirstRunBench;
import dev.sheaf.benchmarks.process.MeasureBench;
import dev.sheaf.benchmarks.process.MemoryBench;
import dev.sheaf.benchmarks.process.OrderBench;
import dev.sheaf.benchmarks.process.SparkBench;
import dev.sheaf.benchmarks.queries.ClickBench;
import dev.sheaf.benchmarks.queries.TpchBench;
import dev.sheaf.benchmarks.shapes.run.ShapesBench;
import dev.sheaf.benchmarks.shapes.run.ShapesCompareBench;
import dev.sheaf.benchmarks.shapes.run.WaysBench;
import dev.sheaf.benchmarks.soak.SoakBench;
import dev.sheaf.benchmarks.sweep.GroupsBench;
import dev.sheaf.benchmarks.sweep.SweepBench;
import dev.sheaf.benchmarks.threads.ThreadsBench;
import dev.sheaf.benchmarks.windows.WindowsBench;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `sheaf bench`: how fast Sheaf is beside its peers, on this machine.
@Command(
        name = "sheaf bench",
        description = {
            "Measure Sheaf beside its peers. Answers are checked before the clock starts.",
            "",
            "The benchmarks that decide are shapes, whose queries nobody chose, and groupby, whose questions others publish"
                    + " figures of. Tables are generated once and kept under target/bench-data; --save files results under benchmarks/results."
        },
        footer = {
            "",
            "Examples:",
            "  ./sheaf bench groupby --rows 1e6             a million rows instead of ten",
            "  ./sheaf bench groupby --vs duckdb,polars     beside more peers",
            "  ./sheaf bench shapes --seed 7 --count 40     forty random queries",
            "  ./sheaf bench shapes-compare A.json B.json   what a change did",
            "  ./sheaf bench NAME --save                    files the JSON, too",
            "",
            "sheaf bench NAME --help lists the options of a benchmark. Exit codes: 0 done, 2 the request was wrong, 1 an"
                    + " answer was wrong or a run failed."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            ShapesBench.class,
            ShapesCompareBench.class,
            WaysBench.class,
            GroupByBench.class,
            JoinsBench.class,
            WindowsBench.class,
            FramesBench.class,
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
            SparkBench.class,
            SweepBench.class,
            GroupsBench.class,
            AllBench.class,
            MeasureBench.class,
            SoakBench.class
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
        CommandLine bench = new CommandLine(new Bench());
        bench.getSubcommands().values().forEach(one -> one.getCommandSpec().mixinStandardHelpOptions(true));
        return bench.setCaseInsensitiveEnumValuesAllowed(true)
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
}
