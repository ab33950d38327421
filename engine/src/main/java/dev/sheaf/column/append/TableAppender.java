package dev.sheaf.column.append;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts the tables of several threads one below the other while they are made, so that all of them are never held
/// beside the whole.
///
/// The first table tells, from the share that it is of all, how large the whole will be; tables are copied to room for
/// that and closed. Threads begin with different columns, so that they fault in fresh memory side by side. A table that
/// has no room any more, or columns other than numbers and text, stays as it is. Cost: one copy of every byte, on the
/// thread that has just written it. Thread-safe.
public final class TableAppender implements AutoCloseable {
    /// Shares differ by chance; what is missing costs more than what is left over.
    private static final double SLACK = 1.02;

    private static final int SLACK_ROWS = 1 << 12;

    /// Its multiples lie far apart in what is behind the point, however many there are.
    private static final double GOLDEN_RATIO = 0.618033988749895;

    private final Schema schema;
    private final long leastRows;
    private final MemoryPool pool;
    private final List<Table> apart = new ArrayList<>();
    private @Nullable List<AppendedColumn> columns;
    private boolean begun;
    private long capacity;
    private long rows;
    private int places;

    /// For tables of `schema`. If the whole seems to have fewer than `leastRows`, all tables stay as they are.
    public TableAppender(Schema schema, long leastRows, MemoryPool pool) {
        this.schema = schema;
        this.leastRows = leastRows;
        this.pool = pool;
    }

    /// Takes over a table, which is about the part `share` of the whole, between 0 and 1.
    public void add(Table table, double share) {
        Place place;
        try {
            place = reserve(table, share);
        } catch (RuntimeException | Error failure) {
            table.close();
            throw failure;
        }
        if (place != null) {
            try (table) {
                copy(table, place);
            }
        }
    }

    /// Where a table goes: its first row, the column to begin with, and the first byte of its texts by column.
    private record Place(List<AppendedColumn> columns, long row, int begin, long[] bytes) {}

    /// Null if the table stays apart.
    private synchronized @Nullable Place reserve(Table table, double share) {
        if (!begun && table.rowCount() > 0) {
            begun = true;
            begin(table, share);
        }
        List<AppendedColumn> room = columns;
        if (room == null || !hasRoom(room, table)) {
            apart.add(table);
            return null;
        }
        Place place = new Place(room, rows, nextColumn(room.size()), new long[room.size()]);
        for (int i = 0; i < room.size(); i++) {
            place.bytes()[i] = room.get(i).reserve(table.column(i), rows);
        }
        rows += table.rowCount();
        return place;
    }

    private int nextColumn(int columnCount) {
        return (int) (places++ * GOLDEN_RATIO % 1 * columnCount);
    }

    private boolean hasRoom(List<AppendedColumn> room, Table table) {
        if (table.rowCount() > capacity - rows) {
            return false;
        }
        for (int i = 0; i < room.size(); i++) {
            if (!room.get(i).hasRoom(table.column(i))) {
                return false;
            }
        }
        return true;
    }

    private void begin(Table first, double share) {
        double times = share > 0 ? SLACK / share : 0;
        long wanted = (long) (first.rowCount() * times) + SLACK_ROWS;
        if (wanted < leastRows || !first.columns().stream().allMatch(column -> AppendedColumn.fits(column, times))) {
            return;
        }
        columns = first.columns().stream()
                .map(column -> AppendedColumn.like(column, wanted, times, pool))
                .toList();
        capacity = wanted;
    }

    private static void copy(Table table, Place place) {
        int count = table.columnCount();
        for (int i = 0; i < count; i++) {
            int at = (place.begin() + i) % count;
            place.columns().get(at).copy(table.column(at), place.row(), place.bytes()[at]);
        }
    }

    /// All rows, in tables that are the caller's; the first has most of them. Nobody adds any more.
    public synchronized List<Table> take() {
        List<Table> all = new ArrayList<>();
        List<AppendedColumn> made = columns;
        if (made != null) {
            all.add(whole(made));
        }
        all.addAll(apart);
        apart.clear();
        return all;
    }

    private Table whole(List<AppendedColumn> made) {
        List<Column> whole = new ArrayList<>();
        try {
            for (AppendedColumn column : made) {
                whole.add(column.finish(rows));
            }
            return new Table(schema, whole, rows);
        } catch (RuntimeException | Error failure) {
            whole.forEach(Column::close);
            throw failure;
        }
    }

    /// Closes what nobody took.
    @Override
    public synchronized void close() {
        apart.forEach(Table::close);
        apart.clear();
        if (columns != null) {
            columns.forEach(AppendedColumn::close);
            columns = null;
        }
    }
}
