package dev.sheaf.frame.data;

import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Rows at some positions of a frame. Of one that need not fit in memory, each part is read once, as far as it has one
/// of them.
public final class Positions {
    private Positions() {}

    /// The rows at some positions, in the order given.
    public static Frame take(Frame frame, int[] rows) {
        FrameOptions options = frame.options();
        return options.run(context -> {
            try (Table taken = frame.isLarge() ? taken(frame.parts(), rows, context) : taken(frame, rows, context)) {
                Collected all = Collected.of(taken, options);
                return frame.index() instanceof RangeIndex range
                        ? new Frame(
                                frame.labelled(all, frame.columns().names()),
                                picked(range, rows, context.pool()),
                                options)
                        : frame.from(all);
            }
        });
    }

    private static Table taken(Frame frame, int[] rows, QueryContext context) {
        try (Table table = frame.table()) {
            return Take.rows(table, rows, rows.length, context.pool());
        }
    }

    private static Index picked(RangeIndex range, int[] rows, MemoryPool pool) {
        try (ColumnBuilder labels = new ColumnBuilder(DataType.INT64, pool)) {
            for (int row : rows) {
                labels.appendLong(range.label(row));
            }
            return Index.of(range.names(), List.of(FrameColumn.of(labels.build(), pool)));
        }
    }

    /// Columns and index columns of the rows, in the order given, to be closed.
    private static Table taken(PartsDataset parts, int[] rows, QueryContext context) {
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
