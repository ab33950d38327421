package dev.sheaf.benchmarks.sweep;

import com.sun.management.OperatingSystemMXBean;
import dev.sheaf.benchmarks.report.Timing;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The runs of some points of a sweep by turns: in each round every point runs once, forwards and backwards in
/// alternate rounds. What else the machine does falls on all alike, so points are compared within a round.
final class SweepTurns {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /// Runs the query of a number of groups and gives the milliseconds it took.
    interface Query {
        double millis(long groups);
    }

    /// What is measured.
    enum Clock {
        WALL,
        PROCESSOR
    }

    private record Run(double millis, double cpuMillis) {}

    private final List<Long> points;
    private final Map<Long, List<Run>> runs = new HashMap<>();

    /// Runs each point once that is not measured, then so many rounds.
    SweepTurns(List<Long> points, int rounds, Query query) {
        this.points = List.copyOf(points);
        points.forEach(query::millis);
        points.forEach(groups -> runs.put(groups, new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (long groups : round % 2 == 0 ? this.points : this.points.reversed()) {
                runs(groups).add(run(query, groups));
            }
        }
    }

    private static Run run(Query query, long groups) {
        long before = SYSTEM.getProcessCpuTime();
        double millis = query.millis(groups);
        return new Run(millis, (SYSTEM.getProcessCpuTime() - before) / 1e6);
    }

    private List<Run> runs(long groups) {
        return runs.getOrDefault(groups, List.of());
    }

    /// The times of one point over those of another, round by round; none if not both are among these. Processor
    /// time is told in steps of 10 milliseconds, so that of all rounds is taken together.
    private Stream<Double> ratios(long one, long other, Clock clock) {
        List<Run> above = runs(one);
        List<Run> below = runs(other);
        return switch (clock) {
            case WALL ->
                IntStream.range(0, Math.min(above.size(), below.size()))
                        .mapToObj(round ->
                                above.get(round).millis() / below.get(round).millis());
            case PROCESSOR ->
                above.isEmpty() || below.isEmpty() ? Stream.of() : Stream.of(cpuMillis(above) / cpuMillis(below));
        };
    }

    private static double cpuMillis(List<Run> runs) {
        return runs.stream().mapToDouble(Run::cpuMillis).average().orElse(Double.NaN);
    }

    /// By how much two points differ: the middle one of the ratios of all rounds in which both ran, or its reciprocal,
    /// whichever is more.
    static double ratio(List<SweepTurns> all, long one, long other, Clock clock) {
        double ratio = Timing.median(
                all.stream().flatMap(turns -> turns.ratios(one, other, clock)).toList());
        return Math.max(ratio, 1 / ratio);
    }

    /// The middle one of all runs of a point; of processor time, the mean.
    static double typical(List<SweepTurns> all, long groups, Clock clock) {
        List<Run> runs =
                all.stream().flatMap(turns -> turns.runs(groups).stream()).toList();
        return switch (clock) {
            case WALL -> Timing.median(runs.stream().map(Run::millis).toList());
            case PROCESSOR -> cpuMillis(runs);
        };
    }

    /// How often a point was measured.
    static long count(List<SweepTurns> all, long groups) {
        return all.stream().flatMap(turns -> turns.runs(groups).stream()).count();
    }
}
