package dev.sheaf.benchmarks.sweep;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.report.Report;
import dev.sheaf.column.Table;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench groups`: what kept groups cost to make, and what they save afterwards.
///
/// `makingRatio` is the time of making groups over that of 1.3 counts by the same keys and a copy of the row numbers.
/// `laterRatio` is the time of two sums over kept groups over that of making the groups and the first two sums, and
/// `byKeysRatio` the same over two sums by the keys. All run by turns over one table.
@Command(
        name = "groups",
        description = "The cost of keeping groups, and of the aggregates over them: the first and later ones.")
public final class GroupsBench implements Runnable {
    private static final int DEFAULT_ROUNDS = 9;
    private static final List<Long> GROUPS = List.of(10L, 1_000L, 100_000L, 1_000_000L);

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(
            names = "--keys",
            split = ",",
            paramLabel = "NAME",
            description = "dense, scattered, pairs (two int32), zipf, sorted (nearly); all by default.")
    private List<SweepKeys> kinds = List.of(SweepKeys.values());

    @Override
    public void run() {
        int rounds = options.rounds(DEFAULT_ROUNDS);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (SweepKeys keys : kinds) {
            for (long groups : GROUPS) {
                if (groups <= options.rows()) {
                    rows.add(row(keys, groups, rounds));
                }
            }
        }
        Map<String, Object> parameters = options.parameters();
        parameters.put("rounds", rounds);
        options.publish(new Report("groups", parameters, rows, Map.of()));
    }

    private Map<String, Object> row(SweepKeys keys, long groups, int rounds) {
        QueryContext context = QueryContext.builder()
                .threads(options.threads())
                .backend(BackendPreference.CPU)
                .build();
        try (Table table = keys.numbered(Math.toIntExact(options.rows()), groups);
                GroupsRuns runs = new GroupsRuns(table, keys.columns(), context)) {
            runs.measure(rounds);
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("question", keys.toString());
            row.put("groups", groups);
            runs.figures(row);
            return row;
        }
    }
}
