package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Keeps the first `count` rows, in the order of some key columns, of all tables that are added.
///
/// Once `count` rows are there, the last of them is a threshold: of each further table only the rows before
/// it are taken ([Threshold]), so that most rows cost a comparison of numbers or two. Rows taken pile up to
/// about twice `count` before they are sorted and cut. Not thread-safe: each thread has its own, and the
/// results are added to one more at the end.
public final class TopRows implements AutoCloseable {
    /// Sorting fewer rows than this at a time is not worth the fixed cost.
    private static final long MIN_PILE = 4096;

    /// Rows that are compared with one threshold.
    private static final long PART_ROWS = 1 << 16;

    private final Schema schema;
    private final int[] keys;
    private final List<SortDirection> directions;
    private final long count;
    private final MemoryPool pool;

    private final List<Table> pile = new ArrayList<>();
    private long piled;
    private @Nullable Table last;

    /// Keeps rows of `schema` by the columns `keys`, the first counting most. Peers are kept in no order;
    /// keys that tell all rows apart make the choice complete.
    public TopRows(Schema schema, int[] keys, List<SortDirection> directions, long count, MemoryPool pool) {
        this.schema = schema;
        this.keys = keys.clone();
        this.directions = List.copyOf(directions);
        this.count = count;
        this.pool = pool;
    }

    /// Takes what it needs of a table, which the caller closes. Of a long table, a first part gives the
    /// threshold for the rest.
    public void add(Table table) {
        long start = 0;
        while (start < table.rowCount()) {
            long rows = Math.min(last == null ? count + MIN_PILE - piled : PART_ROWS, table.rowCount() - start);
            try (Table part = table.slice(start, rows)) {
                addPart(part);
            }
            start += rows;
        }
    }

    private void addPart(Table table) {
        Table taken = last == null ? table.retain() : before(last, table);
        pile.add(taken);
        piled += taken.rowCount();
        if (piled >= (last == null ? count + MIN_PILE : count + Math.max(count, MIN_PILE))) {
            cut();
        }
    }

    /// The rows kept, in order; the caller closes them.
    public Table result() {
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
                last = kept.slice(count - 1, 1);
            }
        }
    }

    private Table before(Table bound, Table table) {
        try (Buffer rows = pool.allocate(table.rowCount() * Integer.BYTES, "top rows")) {
            int count = Math.toIntExact(table.rowCount());
            Threshold threshold = new Threshold(columns(table), columns(bound), directions, count);
            int found = threshold.select(count, rows.segment());
            return found == table.rowCount() ? table.retain() : Take.rows(table, rows.segment(), found, pool);
        }
    }

    private List<Column> columns(Table table) {
        return IntStream.of(keys).mapToObj(table::column).toList();
    }

    @Override
    public void close() {
        pile.forEach(Table::close);
        pile.clear();
        if (last != null) {
            last.close();
            last = null;
        }
    }
}
