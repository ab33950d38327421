package dev.sheaf.benchmarks.sweep;

import dev.sheaf.benchmarks.sweep.SweepTurns.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a sweep measured for one kind of keys, and how far apart its points lie.
final class SweepCurve {
    /// What is asked for: neighbours within so many times of each other, and the numbers around a switch.
    private static final double NEIGHBOURS_WITHIN = 2;

    private static final double SWITCHES_WITHIN = 1.3;

    private final SweepPoints points;
    private final List<SweepTurns> turns = new ArrayList<>();
    private final List<String> again = new ArrayList<>();

    SweepCurve(SweepPoints points) {
        this.points = points;
    }

    void add(SweepTurns more) {
        turns.add(more);
    }

    /// Adds runs of points that were too far apart.
    void addAgain(List<Long> window, SweepTurns more) {
        again.add(named(window));
        turns.add(more);
    }

    /// The points of pairs and switches that lie further apart than they should.
    List<List<Long>> tooFar() {
        List<List<Long>> all = new ArrayList<>();
        neighbours().stream().filter(this::areNeighboursTooFar).forEach(all::add);
        points.reached().keySet().stream()
                .map(points::around)
                .filter(this::isSwitchTooFar)
                .forEach(all::add);
        return all;
    }

    double millis(long groups, Clock clock) {
        return SweepTurns.typical(turns, groups, clock);
    }

    long runs(long groups) {
        return SweepTurns.count(turns, groups);
    }

    /// By how much a point differs from the one before; 1 for the first.
    double toPointBefore(long groups, Clock clock) {
        List<Long> all = points.all();
        int at = all.indexOf(groups);
        return at == 0 ? 1 : SweepTurns.ratio(turns, groups, all.get(at - 1), clock);
    }

    /// The worst pairs, and each switch, with names that begin with that of the keys.
    Map<String, Object> summary(String keys) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put(keys + ", worst of neighbours", worstNeighbours(Clock.WALL));
        summary.put(keys + ", worst of neighbours, processor time", worstNeighbours(Clock.PROCESSOR));
        summary.put(keys + ", neighbours beyond 2 times", listed(neighbours(), NEIGHBOURS_WITHIN));
        summary.put(keys + ", switches beyond 1.3 times", listed(switches(), SWITCHES_WITHIN));
        summary.put(keys + ", measured again", again.isEmpty() ? "none" : String.join("; ", again));
        points.reached().forEach((groups, name) -> {
            String around = keys + ", around " + groups + " (" + name + ")";
            summary.put(around, worst(points.around(groups), Clock.WALL));
            summary.put(around + ", processor time", worst(points.around(groups), Clock.PROCESSOR));
        });
        return summary;
    }

    private double worstNeighbours(Clock clock) {
        return neighbours().stream()
                .mapToDouble(pair -> worst(pair, clock))
                .max()
                .orElse(1);
    }

    private boolean areNeighboursTooFar(List<Long> pair) {
        return worst(pair, Clock.WALL) > NEIGHBOURS_WITHIN;
    }

    private boolean isSwitchTooFar(List<Long> around) {
        return worst(around, Clock.WALL) > SWITCHES_WITHIN;
    }

    private List<List<Long>> neighbours() {
        List<Long> steps = points.steps();
        return IntStream.range(1, steps.size())
                .mapToObj(i -> List.of(steps.get(i - 1), steps.get(i)))
                .toList();
    }

    private List<List<Long>> switches() {
        return points.reached().keySet().stream().map(points::around).toList();
    }

    /// The most by which one of some points differs from the next.
    private double worst(List<Long> near, Clock clock) {
        double worst = 1;
        for (int i = 1; i < near.size(); i++) {
            worst = Math.max(worst, SweepTurns.ratio(turns, near.get(i), near.get(i - 1), clock));
        }
        return worst;
    }

    /// Those that are too far apart, such as `1 and 2 (3.9, processor time 1.2)`.
    private String listed(List<List<Long>> all, double within) {
        String found = all.stream()
                .filter(near -> worst(near, Clock.WALL) > within)
                .map(near -> String.format(
                        Locale.ROOT,
                        "%s (%.2f, processor time %.2f)",
                        named(near),
                        worst(near, Clock.WALL),
                        worst(near, Clock.PROCESSOR)))
                .collect(Collectors.joining("; "));
        return found.isEmpty() ? "none" : found;
    }

    private static String named(List<Long> near) {
        return near.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
