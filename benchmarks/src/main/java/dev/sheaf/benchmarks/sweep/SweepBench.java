package dev.sheaf.benchmarks.sweep;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.benchmarks.sweep.SweepTurns.Clock;
import dev.sheaf.groupby.Backends;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench sweep`: the time of a count by key for 1 to 10 million groups in steps of the square root of 2, and
/// for one group less and more than each number at which the engine changes its strategy.
///
/// Points that are compared run [by turns][SweepTurns], all of them equally often. Those that lie further apart than
/// they should are measured again by themselves, as often as before; all runs count. `neighbourRatio` is the time over
/// that of the point before, or the other way round, whichever is more, and `cpuNeighbourRatio` the same of processor
/// time, which hardly changes when the machine is shared.
@Command(name = "sweep", description = "Counts by key for 1 to 10 million groups, and around each switch of strategy.")
public final class SweepBench implements Runnable {
    private static final int DEFAULT_ROUNDS = 9;
    private static final int WARM_UPS = 6;

    /// Few and many groups, so that the loops of all strategies are compiled before the first point.
    private static final List<Long> WARM_UP_GROUPS = List.of(1_000_000L, 200_000L, 50_000L, 1_000L, 1L);

    private static final List<SweepKeys> USUAL_KEYS = List.of(SweepKeys.DENSE, SweepKeys.SCATTERED);
    private static final String USUAL_AGGREGATES = "COUNT(*)";

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--most-groups", paramLabel = "G", converter = BenchOptions.RowCount.class)
    private long mostGroups = 10_000_000;

    @Option(
            names = "--keys",
            split = ",",
            paramLabel = "NAME",
            description = "dense, scattered, pairs (two int32), zipf, sorted (nearly); dense and scattered by default.")
    private List<SweepKeys> kinds = USUAL_KEYS;

    @Option(
            names = "--aggregates",
            paramLabel = "SQL",
            description = "What is asked of each group (default: COUNT(*)); columns are v (float64) and w (int32).")
    private String aggregates = USUAL_AGGREGATES;

    @Override
    public void run() {
        SweepPoints points = new SweepPoints(switches(), mostGroups);
        int rounds = options.rounds(DEFAULT_ROUNDS);
        List<Map<String, Object>> rows = new ArrayList<>();
        Map<String, Object> summary = new LinkedHashMap<>();
        for (SweepKeys keys : kinds) {
            SweepCurve curve = sweep(keys, points, rounds);
            points.all().forEach(groups -> rows.add(row(keys, groups, points, curve)));
            summary.putAll(curve.summary(keys.toString()));
        }
        Map<String, Object> parameters = options.parameters();
        parameters.put("rounds", rounds);
        parameters.put("aggregates", aggregates);
        options.publish(new Report(name(), parameters, rows, summary));
    }

    /// Only what is asked by default has the name alone.
    private String name() {
        String keys = kinds.equals(USUAL_KEYS)
                ? ""
                : "-"
                        + kinds.stream()
                                .map(each -> each.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining("-"));
        return "sweep" + keys + (hasUsualAggregates() ? "" : "-aggregates");
    }

    private boolean hasUsualAggregates() {
        return aggregates.equals(USUAL_AGGREGATES);
    }

    private double millis(SheafEngine sheaf, SweepKeys keys, long groups) {
        return sheaf.millis(
                new Question(keys + " " + groups, keys.sql(groups, aggregates), keys == SweepKeys.PAIRS ? 2 : 1));
    }

    private Map<Long, String> switches() {
        QueryContext context = QueryContext.builder()
                .threads(options.threads())
                .backend(BackendPreference.CPU)
                .build();
        Map<Long, String> switches = new TreeMap<>();
        Backends.all()
                .forEach(backend -> backend.switches(context)
                        .forEach((name, groups) -> switches.merge(groups, name, (one, other) -> one + ", " + other)));
        return switches;
    }

    private SweepCurve sweep(SweepKeys keys, SweepPoints points, int rounds) {
        try (SheafEngine sheaf = new SheafEngine(options.threads())) {
            warmUp(sheaf, keys);
            SweepCurve curve = new SweepCurve(points);
            points.windows().forEach(window -> curve.add(turns(sheaf, keys, window, rounds)));
            curve.tooFar().forEach(window -> curve.addAgain(window, turns(sheaf, keys, window, rounds)));
            return curve;
        }
    }

    private void warmUp(SheafEngine sheaf, SweepKeys keys) {
        load(sheaf, keys, WARM_UP_GROUPS);
        for (int i = 0; i < WARM_UPS; i++) {
            WARM_UP_GROUPS.forEach(groups -> millis(sheaf, keys, groups));
        }
    }

    private SweepTurns turns(SheafEngine sheaf, SweepKeys keys, List<Long> window, int rounds) {
        if (!keys.haveOneTable()) {
            load(sheaf, keys, window);
        }
        return new SweepTurns(window, rounds, groups -> millis(sheaf, keys, groups));
    }

    private void load(SheafEngine sheaf, SweepKeys keys, List<Long> window) {
        int rows = Math.toIntExact(options.rows());
        sheaf.unload();
        for (long groups : keys.haveOneTable() ? window.subList(0, 1) : window) {
            sheaf.loadBeside(keys.tableName(groups), keys.table(rows, groups, !hasUsualAggregates()));
        }
    }

    private Map<String, Object> row(SweepKeys keys, long groups, SweepPoints points, SweepCurve curve) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("question", keys.toString());
        row.put("groups", groups);
        row.put("sheafMillis", curve.millis(groups, Clock.WALL));
        row.put("nanosPerRow", curve.millis(groups, Clock.WALL) * 1e6 / options.rows());
        row.put("neighbourRatio", curve.toPointBefore(groups, Clock.WALL));
        row.put("sheafCpuMillis", curve.millis(groups, Clock.PROCESSOR));
        row.put("cpuNeighbourRatio", curve.toPointBefore(groups, Clock.PROCESSOR));
        row.put("runs", curve.runs(groups));
        row.put("switch", points.switches().getOrDefault(groups, ""));
        return row;
    }
}
