package dev.sheaf.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Sorting;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps the first `count` rows, in the order of some key columns, of all tables that are added.
///
/// Once `count` rows are there, the last of them is a bound: of each further table only the rows before it are
/// taken, so that most rows cost one comparison. Rows taken pile up to about twice `count` before they are
/// sorted and cut. Not thread-safe: each thread has its own, and the results are added to one more at the end.
final class TopRows implements AutoCloseable {
    /// Sorting fewer rows than this at a time is not worth the fixed cost.
    private static final long MIN_PILE = 4096;

    /// Rows that are compared with one bound.
    private static final long PART_ROWS = 1 << 16;

    private static final String PURPOSE = "top rows";

    private final Schema schema;
    private final int[] keys;
    private final List<SortDirection> directions;
    private final long count;
    private final MemoryPool pool;

    private final List<Table> pile = new ArrayList<>();
    private long piled;
    private @Nullable Table bound;

    TopRows(Schema schema, int[] keys, List<SortDirection> directions, long count, MemoryPool pool) {
        this.schema = schema;
        this.keys = keys;
        this.directions = directions;
        this.count = count;
        this.pool = pool;
    }

    /// Takes what it needs of a table, which the caller closes. Of a long table, a first part gives the bound for
    /// the rest.
    void add(Table table) {
        long start = 0;
        while (start < table.rowCount()) {
            long rows = Math.min(bound == null ? count + MIN_PILE - piled : PART_ROWS, table.rowCount() - start);
            try (Table part = table.slice(start, rows)) {
                addPart(part);
            }
            start += rows;
        }
    }

    private void addPart(Table table) {
        Table taken = bound == null ? table.retain() : before(bound, table);
        pile.add(taken);
        piled += taken.rowCount();
        if (piled >= (bound == null ? count + MIN_PILE : count + Math.max(count, MIN_PILE))) {
            cut();
        }
    }

    /// The rows kept, in order; the caller closes them.
    Table result() {
        cut();
        return pile.getFirst().retain();
    }

    /// Sorts the pile and keeps the first `count` rows.
    private void cut() {
        try (Table all = Concat.tables(schema, pile, pool);
                Buffer order = Sorting.argsort(columns(all), directions, all.rowCount(), pool)) {
            Table kept = Take.rows(all, order.segment(), Math.min(count, all.rowCount()), pool);
            close();
            pile.add(kept);
            piled = kept.rowCount();
            if (piled == count && count > 0) {
                bound = kept.slice(count - 1, 1);
            }
        }
    }

    /// The rows of `table` that come before the bound. Most do not by the first key alone, so that the others,
    /// which may be long text, are looked at for few rows.
    private Table before(Table limit, Table table) {
        try (Table candidates = select(limit, table, 1, 0)) {
            return select(limit, candidates, keys.length, -1);
        }
    }

    /// The rows of `table` that compare with the bound by the first `keyCount` keys as no more than `most`.
    /// Bound and rows are put into one column for each key, so that they can be compared.
    private Table select(Table limit, Table table, int keyCount, int most) {
        List<Column> joined = new ArrayList<>();
        try (Buffer rows = pool.allocate(table.rowCount() * Integer.BYTES, PURPOSE)) {
            for (int i = 0; i < keyCount; i++) {
                List<Column> parts = List.of(limit.column(keys[i]), table.column(keys[i]));
                joined.add(Concat.columns(schema.field(keys[i]).type(), parts, pool));
            }
            RowOrder order = new RowOrder(joined, directions.subList(0, keyCount));
            long found = select(order, most, table.rowCount(), rows.segment());
            return found == table.rowCount() ? table.retain() : Take.rows(table, rows.segment(), found, pool);
        } finally {
            joined.forEach(Column::close);
        }
    }

    /// The numbers of the rows of which row 0 of `order`, which has one row more than `rowCount`, is the bound.
    private static long select(RowOrder order, int most, long rowCount, MemorySegment rows) {
        long found = 0;
        for (long row = 0; row < rowCount; row++) {
            if (Integer.signum(order.compare(row + 1, 0)) <= most) {
                rows.setAtIndex(ValueLayout.JAVA_INT, found++, (int) row);
            }
        }
        return found;
    }

    private List<Column> columns(Table table) {
        List<Column> columns = new ArrayList<>();
        for (int key : keys) {
            columns.add(table.column(key));
        }
        return columns;
    }

    @Override
    public void close() {
        pile.forEach(Table::close);
        pile.clear();
        if (bound != null) {
            bound.close();
            bound = null;
        }
    }
}
