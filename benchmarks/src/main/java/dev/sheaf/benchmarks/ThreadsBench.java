package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.query.Settings;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench threads`: the ten questions on all threads against one. The ratio is the time on all threads over
/// that on one: 0.5 is a speed-up of 2.
@Command(name = "threads", description = "The ten questions on all threads against one thread.")
final class ThreadsBench implements Runnable {
    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        try (SheafEngine all = new SheafEngine(options.threads());
                SheafEngine one = new SheafEngine("one thread", 1, Settings.DEFAULT)) {
            Contest contest = new Contest(all, List.of(one), null, options.runs());
            options.publish(Report.of(
                    "threads", options.parameters(), contest.ask(Workloads.groupBy(Variant.BASE, true, options))));
        }
    }
}
