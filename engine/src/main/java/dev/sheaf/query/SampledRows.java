package dev.sheaf.query;

import dev.sheaf.column.Row;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A look at some runs of rows of a table that stays open.
record SampledRows(Table table) implements SourceStats.KeySample {
    private static final int RUNS = 64;
    private static final int RUN_ROWS = 16;

    /// Fewer rows are grouped in the time of a look.
    private static final long LEAST_ROWS = 1 << 14;

    /// From this coverage on, the keys of the rows that meet a condition are counted by themselves. Below it all
    /// rows tell more, as if the condition had nothing to do with the keys.
    private static final double WELL_SEEN = 0.5;

    @Override
    public Optional<SourceStats.Look> look(List<String> columns, Optional<Expr> condition) {
        if (table.rowCount() < LEAST_ROWS) {
            return Optional.empty();
        }
        try {
            return Optional.of(seen(columns, condition));
        } catch (ArithmeticException | IllegalArgumentException _) {
            // The condition fails for one of the rows, which may be left out by another condition.
            return Optional.empty();
        }
    }

    private SourceStats.Look seen(List<String> columns, Optional<Expr> condition) {
        boolean[] passing = passing(condition);
        SeenKeys all = new SeenKeys();
        SeenKeys wanted = new SeenKeys();
        for (int seen = 0; seen < RUNS * RUN_ROWS; seen++) {
            List<Object> key = key(new Row(table, row(seen)), columns);
            all.add(key);
            if (passing[seen]) {
                wanted.add(key);
            }
        }
        double share = Math.max(wanted.rows(), 0.5) / all.rows();
        double rows = table.rowCount() * share;
        double groups = wanted.coverage() >= WELL_SEEN ? wanted.groups(rows) : all.groups(table.rowCount());
        return new SourceStats.Look(share, OptionalLong.of(Math.round(Math.min(groups, rows))));
    }

    private long row(int seen) {
        return table.rowCount() / RUNS * (seen / RUN_ROWS) + seen % RUN_ROWS;
    }

    /// Which of the rows meet a condition.
    private boolean[] passing(Optional<Expr> condition) {
        boolean[] passing = new boolean[RUNS * RUN_ROWS];
        if (condition.isEmpty()) {
            Arrays.fill(passing, true);
            return passing;
        }
        RowFilter filter = RowFilter.compile(condition.get(), table.schema());
        int[] rows = new int[RUN_ROWS];
        try (MemoryPool pool = MemoryPool.create()) {
            for (int start = 0; start < passing.length; start += RUN_ROWS) {
                try (Table run = table.slice(row(start), RUN_ROWS)) {
                    int found = filter.select(run, rows, pool);
                    for (int i = 0; i < found; i++) {
                        passing[start + rows[i]] = true;
                    }
                }
            }
        }
        return passing;
    }

    private static List<Object> key(Row row, List<String> columns) {
        List<Object> key = new ArrayList<>();
        columns.forEach(column -> key.add(row.get(column)));
        return key;
    }

    /// Keys of rows, and how many there may be among all rows.
    private static final class SeenKeys {
        private final Map<List<Object>, Integer> times = new HashMap<>();
        private double rows;

        void add(List<Object> key) {
            times.merge(key, 1, Integer::sum);
            rows++;
        }

        double rows() {
            return rows;
        }

        /// The share of all rows whose key was seen (Good 1953).
        double coverage() {
            return rows == 0 ? 0 : 1 - once() / rows;
        }

        private double once() {
            return times.values().stream().filter(time -> time == 1).count();
        }

        /// By the coverage and by how uneven the keys are (Chao and Lee 1992).
        double groups(double ofRows) {
            double pairs = times.values().stream()
                    .mapToDouble(time -> time * (time - 1.0))
                    .sum();
            if (pairs == 0 && once() > times.size() / 2.0) {
                return ofRows;
            }
            double even = times.size() / coverage();
            double variation = Math.max(even * pairs / (rows * Math.max(rows - 1, 1)) - 1, 0);
            return Math.min(ofRows, even + once() / coverage() * variation);
        }
    }
}
