package dev.sheaf.benchmarks.contest;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.data.Workload;
import dev.sheaf.benchmarks.engine.AnswerCheck;
import dev.sheaf.benchmarks.engine.Engine;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.Runs;
import dev.sheaf.benchmarks.report.Comparison;
import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.column.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Asks Sheaf and its peers the same questions, in turn: the answers of their first runs are checked, then all are
/// warmed up, then measured run by run alternately, so that whatever else the machine does falls on all alike.
public record Contest(
        SheafEngine sheaf,
        List<? extends Engine> peers,
        @Nullable AnswerCheck check,
        Runs runs) {

    /// Loads the table and asks every question; one comparison for each question and peer.
    ///
    /// @throws IllegalStateException if an answer is wrong
    public List<Comparison> ask(Workload workload) {
        load(workload);
        List<Comparison> comparisons = new ArrayList<>();
        for (Question question : workload.questions()) {
            comparisons.addAll(ask(question, workload.rows(), comparisons.isEmpty()));
        }
        return comparisons;
    }

    /// Loads the table.
    public void load(Workload workload) {
        sheaf.load(workload);
        peers.forEach(peer -> peer.load(workload));
    }

    /// The first question finds all code cold that it shares with the others: Sheaf's runs until it is compiled.
    private void compile(Question question) {
        long start = System.nanoTime();
        while (!runs.isCompiled(start)) {
            sheaf.millis(question);
        }
    }

    /// Asks one question of the loaded table; `isFirst` if it is the first of this process.
    public List<Comparison> ask(Question question, long rows, boolean isFirst) {
        double sheafFirst = firstRun(question);
        if (isFirst) {
            compile(question);
        }
        List<Double> peerFirsts = new ArrayList<>();
        peers.forEach(peer -> peerFirsts.add(peer.millis(question)));
        List<Engine> all = new ArrayList<>(List.of(sheaf));
        all.addAll(peers);
        warmUp(question, all);
        List<Laps> laps = measure(question, all);
        Timing sheafTiming = laps.getFirst().timing(sheafFirst);
        List<Comparison> comparisons = new ArrayList<>();
        for (int i = 0; i < peers.size(); i++) {
            Timing peerTiming = laps.get(i + 1).timing(peerFirsts.get(i));
            comparisons.add(new Comparison(
                    question.name(), sheafTiming, peers.get(i).name(), peerTiming, rows, sheaf.bytesRead(question)));
            tell(comparisons.getLast());
        }
        return comparisons;
    }

    private void warmUp(Question question, List<Engine> all) {
        long start = System.nanoTime();
        for (int i = 0; !runs.isWarm(i, start); i++) {
            all.forEach(engine -> engine.millis(question));
        }
        List<Engine> compiled =
                all.stream().filter(SheafEngine.class::isInstance).toList();
        Compilers.quieten(runs.quietening(), () -> compiled.forEach(engine -> engine.millis(question)));
    }

    private static void tell(Comparison done) {
        System.err.printf(
                Locale.ROOT,
                "%s: %.1f ms, %s %.1f ms, ratio %.2f%n",
                done.question(),
                done.sheaf().medianMillis(),
                done.peer(),
                done.peerTiming().medianMillis(),
                done.ratio());
    }

    private double firstRun(Question question) {
        long start = System.nanoTime();
        try (Table answer = sheaf.answer(question)) {
            double millis = (System.nanoTime() - start) / 1e6;
            if (check != null) {
                check.check(question, answer);
            }
            return millis;
        }
    }

    private List<Laps> measure(Question question, List<Engine> engines) {
        List<Laps> laps = engines.stream().map(Laps::new).toList();
        long start = System.nanoTime();
        for (int i = 0; !runs.isEnough(i, start); i++) {
            laps.forEach(lap -> lap.run(question));
        }
        return laps;
    }
}
