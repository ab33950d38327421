package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Keeps the first `count` rows, in the order of some key columns, of all tables that are added.
///
/// Once `count` rows are there, the last of them is a threshold: of each further table only the rows before it are
/// taken ([Threshold]), so that most rows cost a comparison of numbers or two, and nothing but their keys. Where many
/// are before it, as in tables that are sorted the other way round, a sample of them gives a nearer one
/// ([TopSample]). Rows taken pile up to about twice `count` before they are sorted and cut. Not thread-safe: each
/// thread has its own, and the results are added to one more at the end.
public final class TopRows implements AutoCloseable {
    /// Sorting fewer rows than this at a time is not worth the fixed cost.
    private static final long MIN_PILE = 4096;

    /// Rows that are compared with one threshold.
    private static final long PART_ROWS = 1 << 16;

    private final Schema schema;
    private final int[] keys;
    private final List<String> keyNames;
    private final List<SortDirection> directions;
    private final long count;
    private final MemoryPool pool;

    private final List<Table> pile = new ArrayList<>();
    private long piled;
    private long piledBytes;
    private @Nullable Table last;

    /// Keeps rows of `schema` by the columns `keys`, the first counting most. Peers are kept in no order;
    /// keys that tell all rows apart make the choice complete.
    public TopRows(Schema schema, int[] keys, List<SortDirection> directions, long count, MemoryPool pool) {
        this.schema = schema;
        this.keys = keys.clone();
        this.keyNames =
                IntStream.of(keys).mapToObj(key -> schema.field(key).name()).toList();
        this.directions = List.copyOf(directions);
        this.count = count;
        this.pool = pool;
    }

    /// Makes rows that are kept.
    @FunctionalInterface
    public interface Rows {
        /// A table of the rows with these numbers, `count` int32 in rising order, which may be overwritten.
        Table take(MemorySegment numbers, long count);
    }

    /// Takes what it needs of a table, which the caller closes.
    public void add(Table table) {
        try (Table keyColumns = table.select(keyNames)) {
            add(keyColumns, (numbers, found) -> Take.rows(table, numbers, found, pool));
        }
    }

    /// Whether there is a last row, so that others can be left out.
    public boolean isFull() {
        return last != null;
    }

    /// A key of the last row, the first being 0, once there is one: a column of one row, which stays this object's.
    public Optional<Column> bound(int key) {
        return Optional.ofNullable(last).map(row -> row.column(keys[key]));
    }

    /// Of rows whose first key is known, writes the numbers of those that may be among the first, int32 in rising
    /// order, to `numbers`, which has room for all, and says how many they are.
    public int near(Column firstKey, MemorySegment numbers) {
        int rows = Math.toIntExact(firstKey.length());
        if (last == null) {
            Sorting.number(numbers, rows);
            return rows;
        }
        int found = upTo(last.column(keys[0]), firstKey, directions.getFirst(), numbers);
        return new TopSample(List.of(firstKey), directions.subList(0, 1), count, pool).narrow(rows, numbers, found);
    }

    /// Writes the numbers of the rows whose key is not behind that of `bound`, a column of one row, int32 in rising
    /// order, to `numbers`, which has room for all, and says how many they are.
    public static int upTo(Column bound, Column key, SortDirection direction, MemorySegment numbers) {
        int rows = Math.toIntExact(key.length());
        return Threshold.withTies(List.of(key), List.of(bound), List.of(direction), rows)
                .select(rows, numbers);
    }

    /// Takes what it needs of rows whose keys are known, in the order of the keys; only those are made. Of many
    /// rows, a first part gives the threshold for the rest.
    public void add(Table keyColumns, Rows rows) {
        long start = 0;
        while (start < keyColumns.rowCount()) {
            long most = last == null ? count + MIN_PILE - piled : PART_ROWS;
            int part = Math.toIntExact(Math.min(most, keyColumns.rowCount() - start));
            try (Table slice = keyColumns.slice(start, part)) {
                addPart(slice, start, rows);
            }
            start += part;
        }
    }

    private void addPart(Table keyColumns, long start, Rows rows) {
        int part = Math.toIntExact(keyColumns.rowCount());
        try (Buffer numbers = pool.allocate((long) part * Integer.BYTES, "top rows")) {
            int found = before(keyColumns, part, numbers.segment());
            shift(numbers.segment(), found, start);
            if (found > 0) {
                pile(rows.take(numbers.segment(), found));
            }
        }
        if (piled >= (last == null ? count + MIN_PILE : count + Math.max(count, MIN_PILE))) {
            cut();
        }
    }

    /// Writes the numbers of the rows that may be among the first, and says how many.
    private int before(Table keyColumns, int part, MemorySegment numbers) {
        if (last != null) {
            int found = new Threshold(keyColumns.columns(), columns(last), directions, part).select(part, numbers);
            return new TopSample(keyColumns.columns(), directions, count, pool).narrow(part, numbers, found);
        }
        Sorting.number(numbers, part);
        return part;
    }

    private static void shift(MemorySegment numbers, int found, long start) {
        Ints rows = Ints.of(numbers);
        for (int i = 0; start > 0 && i < found; i++) {
            rows.put(i, Math.toIntExact(start + rows.get(i)));
        }
    }

    private void pile(Table rows) {
        pile.add(rows);
        piled += rows.rowCount();
        piledBytes += rows.byteSize();
    }

    /// So many rows are kept now.
    public long rowCount() {
        return piled;
    }

    /// What the rows kept now take.
    public long byteSize() {
        return piledBytes;
    }

    /// Gives up the rows kept, which are the caller's from now on; others are still left out if the first rows lie
    /// before them.
    public List<Table> take() {
        List<Table> taken = List.copyOf(pile);
        forget();
        return taken;
    }

    /// Takes over the rows that another keeps.
    public void addAll(TopRows other) {
        other.take().forEach(this::pile);
    }

    /// The rows kept, in order; the caller closes them.
    public Table result() {
        cut();
        return pile.getFirst().retain();
    }

    /// Keeps no more than the first `count` rows.
    public void cut() {
        try (Table all = Concat.tables(schema, pile, pool);
                Buffer order = Sorting.argsort(columns(all), directions, all.rowCount(), pool)) {
            Table kept = Take.rows(all, order.segment(), Math.min(count, all.rowCount()), pool);
            pile.forEach(Table::close);
            forget();
            pile(kept);
            if (piled == count && count > 0) {
                setLast(kept.slice(count - 1, 1));
            }
        }
    }

    private void forget() {
        pile.clear();
        piled = 0;
        piledBytes = 0;
    }

    private void setLast(@Nullable Table row) {
        if (last != null) {
            last.close();
        }
        last = row;
    }

    private List<Column> columns(Table table) {
        return IntStream.of(keys).mapToObj(table::column).toList();
    }

    @Override
    public void close() {
        take().forEach(Table::close);
        setLast(null);
    }
}
