package dev.sheaf.benchmarks.threads;

import dev.sheaf.benchmarks.contest.Compilers;
import dev.sheaf.benchmarks.contest.Contest;
import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Variant;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.options.Runs;
import dev.sheaf.benchmarks.options.Workloads;
import dev.sheaf.benchmarks.report.Comparison;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.query.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `sheaf bench threads`: the ten questions on all threads against one. The ratio is the time on all threads over
/// that on one: 0.5 is a speed-up of 2. `plainRatio` is the same of a plain loop over the question's columns, the
/// least that this machine allows ([MachineLimit]), measured next after the question.
///
/// Compilers work beside a run on one thread, and take a processor from a run on all. So this measures a process that
/// has run for a while: questions to a small table come first, as planning and all else that does not depend on the
/// number of rows needs thousands of runs to be compiled, and each question is warmed up until the compilers are quiet.
@Command(name = "threads", description = "The ten questions on all threads against one thread.")
public final class ThreadsBench implements Runnable {
    private static final long FEW_ROWS = 5_000;

    /// As long as that at most; planning takes 1.4 ms before and 0.6 after it.
    private static final double FEW_ROWS_SECONDS = 30;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Override
    public void run() {
        Runs runs = options.steadyRuns();
        if (runs.isSteady()) {
            try (SheafEngine all = new SheafEngine(options.threads());
                    SheafEngine one = one()) {
                askForFewRows(List.of(all, one));
            }
        }
        try (SheafEngine all = new SheafEngine(options.threads());
                SheafEngine one = one()) {
            ask(new Contest(all, List.of(one), null, runs));
        }
    }

    private static SheafEngine one() {
        return new SheafEngine("one thread", 1, Settings.DEFAULT);
    }

    private void askForFewRows(List<SheafEngine> engines) {
        Workload few = Workloads.groupBy(Variant.BASE, FEW_ROWS, true, options);
        engines.forEach(engine -> engine.load(few));
        Compilers.quieten(FEW_ROWS_SECONDS, () -> {
            for (Question question : few.questions()) {
                engines.forEach(engine -> engine.millis(question));
            }
        });
    }

    private void ask(Contest contest) {
        Workload workload = Workloads.groupBy(Variant.BASE, true, options);
        contest.load(workload);
        List<Comparison> comparisons = new ArrayList<>();
        List<Map<String, Object>> limits = new ArrayList<>();
        for (Question question : workload.questions()) {
            comparisons.addAll(contest.ask(question, workload.rows(), comparisons.isEmpty()));
            limits.add(MachineLimit.of(contest.sheaf(), question, options.threads(), contest.runs())
                    .cells());
        }
        options.publish(Report.of("threads", options.parameters(), comparisons).beside(limits));
    }
}
