package dev.sheaf.benchmarks;

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

    private record Run(double millis, double cpuMillis) {
        double of(Clock clock) {
            return switch (clock) {
                case WALL -> millis;
                case PROCESSOR -> cpuMillis;
            };
        }
    }

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

    /// The milliseconds of all runs of a point; none if it is not among these.
    Stream<Double> millis(long groups, Clock clock) {
        return runs(groups).stream().map(run -> run.of(clock));
    }

    /// The times of one point over those of another, round by round; none if not both are among these.
    Stream<Double> ratios(long one, long other, Clock clock) {
        List<Run> above = runs(one);
        List<Run> below = runs(other);
        return IntStream.range(0, Math.min(above.size(), below.size()))
                .mapToObj(round -> above.get(round).of(clock)
                        / Math.max(1e-3, below.get(round).of(clock)));
    }

    /// By how much two points differ: the middle one of the ratios of all rounds in which both ran, or its reciprocal,
    /// whichever is more.
    static double ratio(List<SweepTurns> all, long one, long other, Clock clock) {
        double ratio = Timing.median(
                all.stream().flatMap(turns -> turns.ratios(one, other, clock)).toList());
        return Math.max(ratio, 1 / ratio);
    }

    /// The middle one of all runs of a point.
    static double median(List<SweepTurns> all, long groups, Clock clock) {
        return Timing.median(
                all.stream().flatMap(turns -> turns.millis(groups, clock)).toList());
    }

    /// How often a point was measured.
    static long count(List<SweepTurns> all, long groups) {
        return all.stream().flatMap(turns -> turns.millis(groups, Clock.WALL)).count();
    }
}
