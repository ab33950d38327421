package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.query.Settings;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench threads`: the ten questions on all threads against one. The ratio is the time on all threads over
/// that on one: 0.5 is a speed-up of 2. `plainRatio` is the same of a plain loop over the question's columns, the
/// least that this machine allows ([MachineLimit]).
@Command(name = "threads", description = "The ten questions on all threads against one thread.")
final class ThreadsBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        try (SheafEngine all = new SheafEngine(options.threads());
                SheafEngine one = new SheafEngine("one thread", 1, Settings.DEFAULT)) {
            Contest contest = new Contest(all, List.of(one), null, options.runs());
            Workload workload = Workloads.groupBy(Variant.BASE, true, options);
            Report report = Report.of("threads", options.parameters(), contest.ask(workload));
            options.publish(report.beside(workload.questions().stream()
                    .map(question -> MachineLimit.of(all, question, options.threads(), options.runs())
                            .cells())
                    .toList()));
        }
    }
}
