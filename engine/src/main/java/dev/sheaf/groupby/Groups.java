package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Row;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.rows.GroupKeys;
import dev.sheaf.groupby.rows.GroupRowChoice;
import dev.sheaf.groupby.rows.GroupSort;
import dev.sheaf.groupby.rows.KeyIndex;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.CountingSort;
import dev.sheaf.order.GroupPlaces;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The groups of a table, kept: which rows belong to each, in one array.
///
/// ```java
/// Table points = Table.of("name", new String[] {"a", "b", "a", "b", "c"}, "points", new int[] {1, 2, 1, 3, 3});
/// try (points;
///         Groups groups = GroupBy.on(points, "name").groups()) {
///     groups.keys();                                  // a, b, c
///     groups.offsets();                               // 0, 2, 4, 5
///     groups.rows();                                  // 0, 2, 1, 3, 4
///     Table sums = groups.aggregate(sum("points"));   // its own pass alone: keys are not looked up again
///     for (Groups.Group group : groups) { ... }       // (a, rows 0 and 2), ...
/// }
/// ```
/// Rows that no group takes (a null key, a filter) are in none. Holds 8 bytes a row and 4 a group of the pool
/// besides keys and views of the table, until it is closed. What its methods return is closed by the caller, but
/// for [#keys()]. Immutable; may be used by several threads.
public final class Groups implements AutoCloseable, Iterable<Groups.Group> {
    private static final String ROWS_OF_GROUPS = "rows of groups";

    private final Table table;
    private final GroupKeys keys;
    private final CountingSort.Grouped grouped;
    private final GroupByOptions rules;
    private final GroupsOptions options;
    private final MemoryPool pool;
    private @Nullable Table groupedTable;
    private @Nullable KeyIndex index;

    /// A group: its key and its rows, to be closed by whoever takes it.
    public record Group(Row key, Table rows) implements AutoCloseable {
        @Override
        public void close() {
            rows.close();
        }
    }

    /// Takes over everything.
    Groups(
            Table table,
            GroupKeys keys,
            CountingSort.Grouped grouped,
            GroupByOptions rules,
            GroupsOptions options,
            MemoryPool pool) {
        this.table = table;
        this.keys = keys;
        this.grouped = grouped;
        this.rules = rules;
        this.options = options;
        this.pool = pool;
    }

    /// The number of groups.
    public int groupCount() {
        return grouped.count();
    }

    /// The number of rows that are in a group.
    public long rowCount() {
        return grouped.rowCount();
    }

    /// One row a group; closed with this.
    public Table keys() {
        return keys(Tasks.SEQUENTIAL);
    }

    private Table keys(Tasks tasks) {
        return keys.keys(grouped, tasks);
    }

    /// Where the rows of each group start in [#rows()]: one more than there are groups, rising from 0.
    public Offsets offsets() {
        return new Offsets(grouped.offsets().retain(), false, groupCount());
    }

    /// The row numbers of all groups, int32, group by group.
    public FixedColumn rows() {
        long count = rowCount();
        return ints(grouped.rows().slice(0, count * Integer.BYTES), count);
    }

    /// The row numbers of all groups, int32, group by group, in the order of some columns inside each. Rows that
    /// agree in these stay as they are in [#rows()]. Each column has a value for each row of the table. Cost: a
    /// random read of each column, and sorts of groups, most of which stay in the cache.
    public Buffer sorted(List<Column> within, List<SortDirection> directions, QueryContext context) {
        return Sorting.sortRuns(grouped, within, directions, table.rowCount(), context.pool(), Workers.tasks(context));
    }

    /// The group of each row of the table, int32; null for rows in no group.
    public FixedColumn ids() {
        return ids(Tasks.SEQUENTIAL);
    }

    private FixedColumn ids(Tasks tasks) {
        Buffer ids = keys.ids(grouped, tasks);
        long rows = table.rowCount();
        return rows == rowCount() ? ints(ids.retain(), rows) : GroupSort.idColumn(ids, rows, pool);
    }

    private static FixedColumn ints(Buffer values, long count) {
        return new FixedColumn(DataType.INT32, count, values, Validity.allValid(count));
    }

    /// The first row of each group, int32: in the order of the table, or the one asked for inside groups.
    public FixedColumn first() {
        return ints(GroupPlaces.firstRows(grouped, pool, Tasks.SEQUENTIAL), groupCount());
    }

    /// The rows of each group, as a list of int32 a group. Shares the bytes.
    public ListColumn all() {
        return new ListColumn(offsets(), rows(), Validity.allValid(groupCount()));
    }

    private long start(int group) {
        return grouped.offsets().segment().get(ValueLayout.JAVA_INT, (long) group << 2);
    }

    /// The rows of another table of as many rows, group by group: those of group g lie from `offsets[g]` on.
    ///
    /// @throws IllegalArgumentException if the table has another number of rows than the one that was grouped
    public Table values(Table other) {
        if (other.rowCount() != table.rowCount()) {
            throw new IllegalArgumentException(
                    "these are groups of " + table.rowCount() + " rows; values need as many, not " + other.rowCount());
        }
        boolean inPlace = rowCount() == table.rowCount()
                && Sorting.areInPlace(grouped.rows().segment(), rowCount());
        return inPlace ? other.retain() : Take.rows(other, grouped.rows().segment(), rowCount(), pool);
    }

    /// The rows of a group, all columns of the table. The first call puts the table's rows in the order of groups;
    /// each group is a view of that.
    ///
    /// @throws IndexOutOfBoundsException if there is no such group
    public Table rows(int group) {
        java.util.Objects.checkIndex(group, groupCount());
        long start = start(group);
        return inOrder().slice(start, start(group + 1) - start);
    }

    private synchronized Table inOrder() {
        Table made = groupedTable;
        if (made == null) {
            made = values(table);
            groupedTable = made;
        }
        return made;
    }

    /// The number of the group of a key, one value for each key column as [Row#get(int)] gives it; -1 if there is
    /// none. The first call builds an index of all keys on the heap.
    public int indexOf(@Nullable Object... key) {
        synchronized (this) {
            if (index == null) {
                index = KeyIndex.of(keys());
            }
            return index.find(key);
        }
    }

    /// The rows of the group of a key; empty if there is none.
    public Optional<Table> get(@Nullable Object... key) {
        int group = indexOf(key);
        return group < 0 ? Optional.empty() : Optional.of(rows(group));
    }

    /// The groups one after another; whoever takes one closes it.
    @Override
    public Iterator<Group> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < groupCount();
            }

            @Override
            public Group next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("there are " + groupCount() + " groups");
                }
                return new Group(new Row(keys(), next), rows(next++));
            }
        };
    }

    /// The keys and aggregates of each group, or expressions over aggregates, in the order of the groups, as
    /// [GroupBy#aggregate(Expr...)] gives them. Costs the pass of the aggregates alone: keys are not looked up
    /// again. Aggregates that depend on the order of rows take the order inside groups.
    public Table aggregate(Expr... aggregates) {
        return aggregate(QueryContext.create(), aggregates);
    }

    /// As [#aggregate(Expr...)], with memory, threads and settings of a context of its own.
    public Table aggregate(QueryContext context, Expr... aggregates) {
        return pass(context, pass -> pass.aggregate(context, aggregates));
    }

    /// Aggregates of each group without its key, in the order of the groups: what [#aggregate(Expr...)] gives but for
    /// the keys, which may not even have been looked for. Expressions over aggregates are no aggregates.
    public Table aggregates(QueryContext context, List<? extends Expr> aggregates) {
        return pass(context, pass -> pass.alone(context, List.copyOf(aggregates)));
    }

    private Table pass(QueryContext context, Function<GroupPass, Table> work) {
        boolean isOrdered = !options.within().isEmpty();
        try (Table rows = isOrdered ? inOrder().retain() : table.retain();
                FixedColumn groups = isOrdered ? idsInOrder() : ids(Workers.tasks(context))) {
            return work.apply(new GroupPass(rows, groups, groupCount(), keys.schema(), this::keys, rules));
        }
    }

    /// The keys and what an aggregation of your own gives for each group, which gets these columns group by group.
    ///
    /// @throws IllegalArgumentException if there is no such column, or the result has not one value a group
    public Table fold(String name, GroupFold fold, String... columns) {
        List<Column> all = new ArrayList<>();
        try (Table values = table.select(List.of(columns));
                Table grouped = values(values);
                Offsets offsets = offsets()) {
            Column result = fold.of(new GroupFold.Input(grouped.columns(), offsets, groupCount(), pool));
            keys().columns().forEach(key -> all.add(key.retain()));
            all.add(result);
            List<Field> fields = new ArrayList<>(keys.schema().fields());
            fields.add(new Field(name, result.type()));
            return new Table(new Schema(fields), all, groupCount());
        } catch (RuntimeException | Error failure) {
            all.forEach(Column::close);
            throw failure;
        }
    }

    /// A column with a value for each row for each scan: running aggregates, shifts, ranks, fills. Cost: a pass over
    /// the column and one over the row numbers each; ranks sort the rows.
    ///
    /// @throws IllegalArgumentException if a scan does not take its column's type, or two have one name
    /// @throws ArithmeticException if a sum does not fit
    public Table scan(RowsBy by, GroupScan... scans) {
        return scan(QueryContext.create(), by, scans);
    }

    /// As [#scan(RowsBy, GroupScan...)], with memory, threads and settings of a context of its own.
    public Table scan(QueryContext context, RowsBy by, GroupScan... scans) {
        return new GroupScans(
                        table,
                        new GroupIds(keys.ids(grouped, Workers.tasks(context)), keys(Workers.tasks(context))),
                        grouped,
                        this::aggregate,
                        context)
                .apply(by, List.of(scans));
    }

    /// The first `count` rows of each group, all columns of the table; but for the last `-count` rows if negative.
    public Table head(int count, RowsBy by) {
        return choice(by).head(count);
    }

    /// The last `count` rows of each group; but for the first `-count` rows if negative.
    public Table tail(int count, RowsBy by) {
        return choice(by).tail(count);
    }

    /// Those rows of each group that have these numbers, counted from 0, or from the last (-1) backwards; rows that a
    /// group does not have are left out.
    public Table nth(RowsBy by, int... numbers) {
        return choice(by).nth(numbers);
    }

    /// `count` rows of each group chosen at random without repetition, or all if it has fewer. The same seed chooses
    /// the same rows of the same groups.
    public Table sample(int count, long seed, RowsBy by) {
        return choice(by).sample(count, seed);
    }

    private GroupRowChoice choice(RowsBy by) {
        return new GroupRowChoice(table, grouped, groupCount(), by == RowsBy.TABLE, pool);
    }

    private FixedColumn idsInOrder() {
        Buffer inOrder = pool.allocate(rowCount() * Integer.BYTES, ROWS_OF_GROUPS);
        for (int group = 0; group < groupCount(); group++) {
            for (long i = start(group); i < start(group + 1); i++) {
                inOrder.segment().set(ValueLayout.JAVA_INT, i << 2, group);
            }
        }
        return ints(inOrder, rowCount());
    }

    /// Gives everything back. Tables and columns that were taken stay open.
    @Override
    public synchronized void close() {
        if (groupedTable != null) {
            groupedTable.close();
            groupedTable = null;
        }
        table.close();
        keys.close();
        grouped.close();
    }

    @Override
    public String toString() {
        List<String> names = new ArrayList<>(keys.schema().names());
        return groupCount() + " groups of " + rowCount() + " rows by " + names;
    }
}
