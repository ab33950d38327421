package dev.sheaf.benchmarks;

import dev.sheaf.benchmarks.engine.SheafEngine;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.column.Table;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench sweep`: the time of a count by key for 1 to 10 million groups in steps of the square root of 2, and
/// for one group less and more than each number at which the engine changes its strategy. `neighbourRatio` is the
/// time over that of the point before, or the other way round, whichever is more.
@Command(name = "sweep", description = "Counts by key for 1 to 10 million groups, and around each switch of strategy.")
final class SweepBench implements Runnable {
    private static final int DEFAULT_ROUNDS = 3;
    private static final int WARM_UPS = 6;

    /// Few and many groups, so that the loops of both are compiled before the first point.
    private static final List<Long> SETTLING_GROUPS = List.of(1_000_000L, 1_000L);

    /// What is asked for: neighbours within so many times of each other, and the numbers around a switch.
    private static final int NEIGHBOURS_WITHIN = 2;

    private static final double SWITCHES_WITHIN = 1.3;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--most-groups", paramLabel = "G", converter = BenchOptions.RowCount.class)
    private long mostGroups = 10_000_000;

    @Override
    public void run() {
        Map<Long, String> switches = switches();
        List<Map<String, Object>> rows = new ArrayList<>();
        Map<String, Object> summary = new LinkedHashMap<>();
        for (SweepKeys keys : SweepKeys.values()) {
            TreeMap<Long, Double> millis = sweep(keys, switches);
            millis.forEach((groups, time) -> rows.add(row(keys, groups, time, millis, switches)));
            summary.put(keys + ", worst of neighbours", worst(millis, steps()));
            summary.put(keys + ", neighbours beyond " + NEIGHBOURS_WITHIN + " times", beyond(millis));
            summary.put(keys + ", switches beyond " + SWITCHES_WITHIN + " times", beyond(millis, switches));
            switches.forEach((groups, name) ->
                    summary.put(keys + ", around " + groups + " (" + name + ")", worst(millis, around(groups))));
        }
        options.publish(new Report("sweep", options.parameters(), rows, summary));
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

    private List<Long> steps() {
        List<Long> steps = new ArrayList<>();
        for (double groups = 1; groups <= mostGroups; groups *= Math.sqrt(2)) {
            steps.add(Math.round(groups));
        }
        return steps.stream().distinct().toList();
    }

    private List<Long> around(long groups) {
        return List.of(groups - 1, groups, groups + 1).stream()
                .filter(near -> near >= 1 && near <= mostGroups)
                .toList();
    }

    private TreeMap<Long, Double> sweep(SweepKeys keys, Map<Long, String> switches) {
        TreeMap<Long, Double> millis = new TreeMap<>();
        steps().forEach(groups -> millis.put(groups, 0.0));
        switches.keySet().forEach(groups -> around(groups).forEach(near -> millis.put(near, 0.0)));
        try (SheafEngine sheaf = new SheafEngine(options.threads())) {
            SETTLING_GROUPS.forEach(groups -> settle(sheaf, keys, groups));
            millis.replaceAll((groups, _) -> best(sheaf, keys, groups));
            if (keys == SweepKeys.DENSE) {
                // The first points were measured while the compilers were still at work.
                millis.replaceAll((groups, before) -> Math.min(before, best(sheaf, keys, groups)));
            }
        }
        return millis;
    }

    private void settle(SheafEngine sheaf, SweepKeys keys, long groups) {
        sheaf.load("t", table(keys, groups));
        for (int i = 0; i < WARM_UPS; i++) {
            sheaf.millis(keys.question(groups));
        }
    }

    private double best(SheafEngine sheaf, SweepKeys keys, long groups) {
        if (keys == SweepKeys.SCATTERED) {
            sheaf.load("t", table(keys, groups));
        }
        double best = sheaf.millis(keys.question(groups));
        for (int round = 0; round < options.rounds(DEFAULT_ROUNDS); round++) {
            best = Math.min(best, sheaf.millis(keys.question(groups)));
        }
        return best;
    }

    private Table table(SweepKeys keys, long groups) {
        return keys.table(Math.toIntExact(options.rows()), groups);
    }

    private Map<String, Object> row(
            SweepKeys keys, long groups, double time, TreeMap<Long, Double> millis, Map<Long, String> switches) {
        Map.Entry<Long, Double> before = millis.lowerEntry(groups);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("question", keys.toString());
        row.put("groups", groups);
        row.put("sheafMillis", time);
        row.put("nanosPerRow", time * 1e6 / options.rows());
        row.put("neighbourRatio", before == null ? 1.0 : ratio(before.getValue(), time));
        row.put("switch", switches.getOrDefault(groups, ""));
        return row;
    }

    private static double worst(TreeMap<Long, Double> millis, List<Long> points) {
        double worst = 1;
        for (int i = 1; i < points.size(); i++) {
            worst = Math.max(worst, ratio(at(millis, points.get(i - 1)), at(millis, points.get(i))));
        }
        return worst;
    }

    /// The neighbours that are too far apart, such as `1 and 2 (3.9)`.
    private String beyond(TreeMap<Long, Double> millis) {
        List<Long> steps = steps();
        return listed(IntStream.range(1, steps.size())
                .mapToObj(i -> List.of(steps.get(i - 1), steps.get(i)))
                .filter(pair -> worst(millis, pair) > NEIGHBOURS_WITHIN)
                .map(pair -> pair.getFirst() + " and " + pair.getLast() + " (" + text(worst(millis, pair)) + ")"));
    }

    /// The switches around which times are too far apart, with their settings.
    private String beyond(TreeMap<Long, Double> millis, Map<Long, String> switches) {
        return listed(switches.entrySet().stream()
                .filter(at -> worst(millis, around(at.getKey())) > SWITCHES_WITHIN)
                .map(at -> at.getKey() + " (" + at.getValue() + ", " + text(worst(millis, around(at.getKey()))) + ")"));
    }

    private static String listed(Stream<String> found) {
        String all = found.collect(Collectors.joining(", "));
        return all.isEmpty() ? "none" : all;
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    private static double at(TreeMap<Long, Double> millis, long groups) {
        return millis.getOrDefault(groups, Double.NaN);
    }

    private static double ratio(double one, double other) {
        return Math.max(one / other, other / one);
    }
}
