package dev.sheaf.benchmarks.threads;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.Runs;
import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.column.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What more threads bring on this machine where nothing is done but what has to be: the time of a [PlainLoop] over
/// the columns of a question, with as many groups as its answer and a word for each value of theirs, on one thread
/// and on all. Where most rows have a group to themselves, no state is updated at random, and none is here.
record MachineLimit(double oneMillis, double allMillis) {
    private static final int WARM_UPS = 5;

    /// Measures both in turn, as often as questions are asked.
    static MachineLimit of(SheafEngine sheaf, Question question, int threads, Runs runs) {
        List<Double> one = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        try (Table columns = sheaf.columns(question)) {
            PlainLoop loop = loop(sheaf, question, columns, threads);
            for (int i = 0; i < WARM_UPS; i++) {
                loop.run(1);
                loop.run(threads);
            }
            long start = System.nanoTime();
            for (int i = 0; !runs.isEnough(i, start); i++) {
                one.add(millis(loop, 1));
                all.add(millis(loop, threads));
            }
        }
        MachineLimit limit = new MachineLimit(Timing.median(one), Timing.median(all));
        System.err.printf(Locale.ROOT, "%s: a plain loop's ratio %.2f%n", question.name(), limit.ratio());
        return limit;
    }

    private static PlainLoop loop(SheafEngine sheaf, Question question, Table columns, int threads) {
        try (Table answer = sheaf.answer(question)) {
            boolean anyStates = 2 * answer.rowCount() <= columns.rowCount();
            int words = Math.max(1, answer.columns().size() - question.keys());
            return new PlainLoop(columns, anyStates ? (int) answer.rowCount() : 0, words, threads);
        }
    }

    private static double millis(PlainLoop loop, int threads) {
        long start = System.nanoTime();
        loop.run(threads);
        return (System.nanoTime() - start) / 1e6;
    }

    /// The time on all threads over that on one.
    double ratio() {
        return allMillis / oneMillis;
    }

    /// As cells of a report.
    Map<String, Object> cells() {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("plainMillis", allMillis);
        cells.put("plainOneMillis", oneMillis);
        cells.put("plainRatio", ratio());
        return cells;
    }
}
