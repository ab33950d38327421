package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Merges sorted streams of tables into one, as it is pulled.
///
/// Of each run one table is in memory. A step takes the least of the last rows of all of them, before which nothing
/// more can come, and sorts what lies up to it: runs merge at the speed of sorting in memory. Peers come in the
/// order of their runs where one step holds them all; keys that tell all rows apart make the order complete. Not
/// thread-safe.
public final class SortedMerge implements AutoCloseable {
    private final Schema schema;
    private final int[] keys;
    private final List<SortDirection> directions;
    private final MemoryPool pool;
    private final List<Cursor> cursors = new ArrayList<>();

    /// A merge by the columns `keys` of tables of `schema`, the first counting most.
    ///
    /// @param runs each gives its next sorted table, which the caller closes; null at the end
    public SortedMerge(
            Schema schema,
            int[] keys,
            List<SortDirection> directions,
            List<Supplier<@Nullable Table>> runs,
            MemoryPool pool) {
        this.schema = schema;
        this.keys = keys.clone();
        this.directions = List.copyOf(directions);
        this.pool = pool;
        for (Supplier<@Nullable Table> run : runs) {
            cursors.add(new Cursor(run));
        }
    }

    /// The next rows in order, which the caller closes; null if there are no more.
    public @Nullable Table next() {
        cursors.removeIf(cursor -> !cursor.load());
        if (cursors.isEmpty()) {
            return null;
        }
        // Counted before any is taken: the row that bounds them is in a table of theirs.
        Cursor bound = endsFirst();
        long[] counts =
                cursors.stream().mapToLong(cursor -> cursor.rowsUpTo(bound)).toArray();
        List<Table> parts = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                parts.add(cursors.get(i).take(counts[i]));
            }
        }
        return parts.size() == 1 ? parts.getFirst() : sorted(parts);
    }

    private Table sorted(List<Table> parts) {
        try (Table all = Concat.tables(schema, parts, pool)) {
            return Sorting.sort(all, columns(all), directions, pool);
        } finally {
            parts.forEach(Table::close);
        }
    }

    private Cursor endsFirst() {
        Cursor first = cursors.getFirst();
        for (Cursor cursor : cursors) {
            if (cursor.order(first).compare(cursor.lastRow(), first.lastRow()) < 0) {
                first = cursor;
            }
        }
        return first;
    }

    private List<Column> columns(Table table) {
        return IntStream.of(keys).mapToObj(table::column).toList();
    }

    /// A run and the rows of its present table that were not taken yet.
    private final class Cursor implements AutoCloseable {
        private final Supplier<@Nullable Table> run;
        private @Nullable Table table;
        private long from;

        Cursor(Supplier<@Nullable Table> run) {
            this.run = run;
        }

        /// Sees to it that there is a table with rows; false if there are no more.
        boolean load() {
            while (table == null || from == table.rowCount()) {
                close();
                table = run.get();
                if (table == null) {
                    return false;
                }
            }
            return true;
        }

        private Table loaded() {
            return Objects.requireNonNull(table);
        }

        long lastRow() {
            return loaded().rowCount() - 1;
        }

        RowOrder order(Cursor other) {
            return RowOrder.between(columns(loaded()), columns(other.loaded()), directions);
        }

        /// How many of the rows left do not come behind the last row of another run's table.
        long rowsUpTo(Cursor other) {
            RowOrder order = order(other);
            long low = from;
            long high = loaded().rowCount();
            while (low < high) {
                long middle = (low + high) >>> 1;
                if (order.compare(middle, other.lastRow()) <= 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low - from;
        }

        Table take(long rows) {
            Table taken = loaded().slice(from, rows);
            from += rows;
            return taken;
        }

        @Override
        public void close() {
            if (table != null) {
                table.close();
                table = null;
            }
            from = 0;
        }
    }

    @Override
    public void close() {
        cursors.forEach(Cursor::close);
        cursors.clear();
    }
}
