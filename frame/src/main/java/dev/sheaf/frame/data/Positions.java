package dev.sheaf.frame.data;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Rows at some positions of a frame that need not fit in memory: each part is read once, as far as it has one of them.
final class Positions {
    private Positions() {}

    /// Columns and index columns of the rows, in the order given, to be closed.
    static Table taken(PartsDataset parts, int[] rows, QueryContext context) {
        int[] byRow = IntStream.range(0, rows.length)
                .boxed()
                .sorted((a, b) -> Integer.compare(rows[a], rows[b]))
                .mapToInt(place -> place)
                .toArray();
        int[] places = new int[rows.length];
        for (int i = 0; i < byRow.length; i++) {
            places[byRow[i]] = i;
        }
        List<Table> taken = new ArrayList<>();
        try {
            collect(parts, Arrays.stream(byRow).map(place -> rows[place]).toArray(), taken, context);
            try (Table inOrder = Concat.tables(parts.schema(), taken, context.pool())) {
                return Take.rows(inOrder, places, places.length, context.pool());
            }
        } finally {
            taken.forEach(Table::close);
        }
    }

    private static void collect(PartsDataset parts, int[] sorted, List<Table> taken, QueryContext context) {
        long start = 0;
        int next = 0;
        for (long end : PartsDataset.ends(parts.columns(), parts.rows(), PartsDataset.BATCH_ROWS)) {
            int first = next;
            while (next < sorted.length && sorted[next] < end) {
                next++;
            }
            if (next > first) {
                taken.add(taken(parts, start, end, Arrays.copyOfRange(sorted, first, next), context));
            }
            start = end;
        }
    }

    private static Table taken(PartsDataset parts, long start, long end, int[] rows, QueryContext context) {
        int[] inside = Arrays.stream(rows).map(row -> (int) (row - start)).toArray();
        try (Table part = PartsDataset.read(parts.schema(), parts.columns(), start, end - start, context)) {
            return Take.rows(part, inside, inside.length, context.pool());
        }
    }
}
