package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.contest.ThreadTimes;
import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.benchmarks.shapes.grammar.Shape;
import dev.sheaf.column.Table;
import dev.sheaf.query.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs one shape with each way and without it, by turns, and takes the processor time of the process's Java
/// threads: other work on the machine makes a run longer, and takes little more of that.
final class WayTimes {
    private static final int WARM_UPS = 2;

    private final Sides sides;
    private final Shape shape;
    private final int runs;

    WayTimes(Sides sides, Shape shape, int runs) {
        this.sides = sides;
        this.shape = shape;
        this.runs = runs;
    }

    /// For each way the time without it over the time with it: more than 1 where it pays.
    ///
    /// @throws IllegalStateException if one answers with another number of rows
    Map<String, Double> ratios(List<Way> ways) {
        List<Turns> turns = ways.stream()
                .map(way -> new Turns(way, new ArrayList<>(), new ArrayList<>()))
                .toList();
        long rows = rows(Settings.DEFAULT);
        for (int turn = 0; turn < WARM_UPS + runs; turn++) {
            for (Turns one : turns) {
                takeTurn(one, turn, rows);
            }
        }
        Map<String, Double> ratios = new LinkedHashMap<>();
        turns.forEach(one -> ratios.put(one.way().name(), one.ratio()));
        return ratios;
    }

    /// The times with a way and without it.
    private record Turns(Way way, List<Double> with, List<Double> without) {
        double ratio() {
            return Timing.median(without) / Timing.median(with);
        }
    }

    /// Each is first in every other turn.
    private void takeTurn(Turns one, int turn, long rows) {
        boolean withFirst = turn % 2 == 0;
        double first = millis(withFirst ? Settings.DEFAULT : one.way().settings(), rows);
        double second = millis(withFirst ? one.way().settings() : Settings.DEFAULT, rows);
        if (turn >= WARM_UPS) {
            one.with().add(withFirst ? first : second);
            one.without().add(withFirst ? second : first);
        }
    }

    private long rows(Settings settings) {
        try (Table answer = sides.sheaf.query(shape.sql()).collect(sides.context(settings))) {
            return answer.rowCount();
        }
    }

    private double millis(Settings settings, long expectedRows) {
        ThreadTimes before = ThreadTimes.now();
        long rows = rows(settings);
        double millis = before.millisSince();
        if (rows != expectedRows) {
            throw new IllegalStateException("shape " + shape.number() + " has " + rows + " rows instead of "
                    + expectedRows + " with " + settings.values());
        }
        return millis;
    }
}
