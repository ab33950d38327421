package dev.sheaf.query;

import dev.sheaf.column.Row;
import dev.sheaf.column.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// A look at some runs of rows of a table that stays open.
record SampledRows(Table table) implements SourceStats.KeySample {
    private static final int RUNS = 64;
    private static final int RUN_ROWS = 16;

    /// Fewer rows are grouped in the time of a look.
    private static final long LEAST_ROWS = 1 << 14;

    @Override
    public OptionalLong groups(List<String> columns) {
        long rows = table.rowCount();
        if (rows < LEAST_ROWS) {
            return OptionalLong.empty();
        }
        Map<List<Object>, Integer> seen = new HashMap<>();
        for (long run = 0; run < RUNS; run++) {
            for (long row = rows / RUNS * run; row < rows / RUNS * run + RUN_ROWS; row++) {
                seen.merge(key(new Row(table, row), columns), 1, Integer::sum);
            }
        }
        return OptionalLong.of(estimate(seen, rows));
    }

    private static List<Object> key(Row row, List<String> columns) {
        List<Object> key = new ArrayList<>();
        columns.forEach(column -> key.add(row.get(column)));
        return key;
    }

    /// By how many keys were seen once and twice (Chao 1984).
    private static long estimate(Map<List<Object>, Integer> seen, long rows) {
        double once = seen.values().stream().filter(times -> times == 1).count();
        double twice = seen.values().stream().filter(times -> times == 2).count();
        double unseen = once * once / (2 * Math.max(twice, 0.5));
        return twice == 0 && once > seen.size() / 2.0 ? rows : (long) Math.min(rows, seen.size() + unseen);
    }
}
