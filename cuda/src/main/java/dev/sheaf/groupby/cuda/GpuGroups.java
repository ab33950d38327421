package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupColumn;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.runs.GroupedRows;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The groups of a [GpuTable], kept on the device: which rows belong to each, in one array. What
/// [dev.sheaf.groupby.Groups] is for tables on the host, with the same groups in the same order.
///
/// ```java
/// try (GpuGroups groups = sales.groupBy("region").groups();
///         GpuTable units = groups.lists("units");                  // a list a group, in the order of keys()
///         GpuTable sums = groups.aggregate(sum("units"))) {...}    // its own pass alone
/// ```
/// Every table that a method gives lies on the device and is closed by the caller. Rows that no group takes (a null
/// key, a condition) are in none. Holds 8 bytes a row and 8 a group beside the keys; they are spilled as the
/// columns of tables are. The table that was grouped may be closed. Immutable; may be used by several threads.
public final class GpuGroups implements AutoCloseable {
    private static final String ROWS = "rows";
    private static final String GROUPS = "groups";

    private final GpuTable table;
    private final GpuTable keys;
    /// A row a group: the list of its rows, and the first of them.
    private final GpuTable lists;
    /// A row for each row of the table: its group.
    private final GpuTable ids;

    private final GroupByOptions rules;
    private final boolean isOrdered;
    private final MemoryPool pool;
    private final long rowCount;
    private final GroupGather gather;
    private final KeyNumbers numbers;

    /// Takes over the table and what was found, also if it fails. Rows are fed to aggregates in the order of
    /// groups if `isOrdered`.
    GpuGroups(Gpu gpu, DeviceTable table, GroupedRows found, GroupByOptions rules, boolean isOrdered, MemoryPool pool) {
        this.rules = rules;
        this.isOrdered = isOrdered;
        this.pool = pool;
        this.gather = new GroupGather(gpu.device(), pool);
        this.rowCount = Objects.requireNonNull(found.rows().elements()).length();
        try (Closer closer = new Closer()) {
            closer.add(table);
            closer.add(found);
            this.table = closer.add(new GpuTable(gpu, table.retain(), pool));
            this.keys = closer.add(new GpuTable(gpu, found.keys().retain(), pool));
            Schema both = Schema.of(new Field(ROWS, found.rows().type()), new Field("first", DataType.INT32));
            List<DeviceColumn> ofGroups =
                    List.of(found.rows().retain(), found.first().retain());
            this.lists = closer.add(new GpuTable(gpu, new DeviceTable(both, ofGroups, keys.rowCount()), pool));
            this.ids = closer.add(
                    new GpuTable(gpu, DeviceTable.of(GROUPS, found.groups().retain()), pool));
            this.numbers = new KeyNumbers(() -> gather.onStream(stream -> keys.downloaded(pool, stream)), pool);
            closer.release();
        }
        table.close();
        found.close();
    }

    /// The number of groups.
    public int groupCount() {
        return Math.toIntExact(keys.rowCount());
    }

    /// The number of rows that are in a group.
    public long rowCount() {
        return rowCount;
    }

    /// One row a group. Shares the bytes.
    public GpuTable keys() {
        return shared(keys, DeviceTable::retain);
    }

    /// Where the rows of each group start in [#rows()], "offsets", int32: one more than there are groups, rising
    /// from 0. Shares the bytes.
    public GpuTable offsets() {
        return shared(
                lists,
                held -> DeviceTable.of(
                        "offsets",
                        new DeviceColumn(
                                DataType.INT32,
                                held.rowCount() + 1,
                                held.columns().getFirst().values().retain(),
                                null,
                                0)));
    }

    /// The row numbers of all groups, "rows", int32, group by group. Shares the bytes.
    public GpuTable rows() {
        return shared(lists, held -> DeviceTable.of(ROWS, rowsOf(held).retain()));
    }

    private static DeviceColumn rowsOf(DeviceTable lists) {
        return Objects.requireNonNull(lists.columns().getFirst().elements());
    }

    /// The rows of each group, "rows", as a list of int32 a group. Shares the bytes.
    public GpuTable all() {
        return shared(lists, held -> held.select(List.of(ROWS)));
    }

    /// The first row of each group, "first", int32: in the order of the table, or the one asked for inside groups.
    /// Shares the bytes.
    public GpuTable first() {
        return shared(lists, held -> held.select(List.of("first")));
    }

    /// The group of each row of the table, "groups", int32; null for rows in no group. Shares the bytes.
    public GpuTable ids() {
        return shared(ids, DeviceTable::retain);
    }

    private GpuTable shared(GpuTable of, Function<DeviceTable, DeviceTable> part) {
        return table.gpu().device().device().call(() -> {
            try (DeviceTable held = of.pinned()) {
                return new GpuTable(table.gpu(), part.apply(held), pool);
            }
        });
    }

    /// The rows of another table of as many rows, group by group: those of group g lie from `offsets[g]` on. Costs
    /// a random read of each column.
    ///
    /// @throws IllegalArgumentException if the table has another number of rows than the one that was grouped, or
    ///     lies on another device
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    /// @throws IllegalStateException if texts come to more than 2 GiB
    public GpuTable values(GpuTable other) {
        if (other.rowCount() != table.rowCount()
                || !other.gpu().device().equals(table.gpu().device())) {
            throw new IllegalArgumentException("these are groups of " + table.rowCount() + " rows on GPU "
                    + table.gpu().info().ordinal() + "; values need as many there, not " + other);
        }
        return gather.onStream(stream -> {
            try (DeviceTable held = other.pinned()) {
                return new GpuTable(table.gpu(), grouped(held, stream), pool);
            }
        });
    }

    private DeviceTable grouped(DeviceTable of, Stream stream) {
        try (DeviceTable order = lists.pinned()) {
            DeviceTable grouped = gather.gathered(of, rowsOf(order), stream);
            stream.synchronize();
            return grouped;
        }
    }

    /// For each of some columns of the table a list a group of its values, nulls among them, in the order of
    /// [#rows()]. Costs a random read of each column.
    ///
    /// @throws IllegalArgumentException if there is no such column
    /// @throws dev.sheaf.cuda.CudaException as [#values]
    /// @throws IllegalStateException as [#values]
    public GpuTable lists(String... columns) {
        List<String> names = List.of(columns);
        table.schema().select(names);
        return gather.onStream(stream -> {
            try (DeviceTable order = lists.pinned();
                    DeviceTable all = table.pinned();
                    DeviceTable wanted = all.select(names);
                    DeviceTable values = gather.gathered(wanted, rowsOf(order), stream)) {
                stream.synchronize();
                DeviceColumn places = order.columns().getFirst();
                List<DeviceColumn> made = values.columns().stream()
                        .map(of -> DeviceColumn.ofLists(
                                places.length(), places.values().retain(), null, of.retain()))
                        .toList();
                return new GpuTable(table.gpu(), order.select(List.of()).with(names, made), pool);
            }
        });
    }

    /// The keys and aggregates of each group, in the order of the groups, as [GpuGroupBy#aggregate(Expr...)] gives
    /// them. Keys are not looked up again: rows are grouped by the numbers of their groups. Aggregates that depend
    /// on the order of rows take the order inside groups.
    ///
    /// @throws IllegalArgumentException as [GpuGroupBy#aggregate(Expr...)]
    /// @throws ArithmeticException as [GpuGroupBy#aggregate(Expr...)]
    public GpuTable aggregate(Expr... aggregates) {
        try (GpuStream stream = table.gpu().openStream()) {
            return aggregate(QueryContext.create(), stream, aggregates);
        }
    }

    /// As [#aggregate(Expr...)], on a stream of the caller's, with memory and decisions of a context.
    public GpuTable aggregate(QueryContext context, GpuStream stream, Expr... aggregates) {
        Set<String> used = new LinkedHashSet<>();
        List.of(aggregates).forEach(aggregate -> used.addAll(ExprColumns.of(aggregate)));
        used.forEach(table.schema()::indexOf);
        GroupColumn number = GroupColumn.beside(used, List.of(aggregates));
        try (GpuTable numbered = numbered(number.name(), List.copyOf(used));
                GpuTable found = new GpuGroupBy(numbered, List.of(Expressions.col(number.name())))
                        .with(rules.with(NullKeys.EXCLUDE).with(Order.UNSPECIFIED))
                        .aggregate(context, stream, aggregates)) {
            return table.gpu().device().device().call(() -> inOrder(found, stream.stream(), context.pool()));
        } catch (ArithmeticException overflow) {
            try (Table host = gather.onStream(on -> keys.downloaded(pool, on))) {
                throw number.named(overflow, host);
            }
        }
    }

    /// Some columns of the table with the number of each row's group behind them.
    private GpuTable numbered(String name, List<String> columns) {
        return gather.onStream(stream -> {
            try (DeviceTable all = table.pinned();
                    DeviceTable wanted = all.select(columns);
                    DeviceTable rows = isOrdered ? grouped(wanted, stream) : wanted.retain();
                    DeviceTable numbers = ids.pinned();
                    DeviceTable ofRows = isOrdered ? grouped(numbers, stream) : numbers.retain()) {
                DeviceColumn last = ofRows.columns().getFirst().retain();
                return new GpuTable(table.gpu(), rows.with(List.of(name), List.of(last)), pool);
            }
        });
    }

    /// The results of groups by number, in the order of these, beside the keys.
    private GpuTable inOrder(GpuTable found, Stream stream, MemoryPool memory) {
        List<String> results = found.schema().names().subList(1, found.schema().size());
        OrderedRows rows = new OrderedRows(table.gpu().device(), memory, stream);
        try (DeviceTable held = found.pinned();
                DeviceTable ofKeys = keys.pinned();
                DeviceTable sorted = rows.by(held, held.columns().getFirst(), groupCount(), results)) {
            List<DeviceColumn> columns = DeviceColumn.retained(sorted.columns());
            return new GpuTable(table.gpu(), ofKeys.with(results, columns), memory);
        }
    }

    /// The rows of a group, all columns of the table.
    ///
    /// @throws IndexOutOfBoundsException if there is no such group
    public GpuTable rows(int group) {
        Objects.checkIndex(group, groupCount());
        return gather.onStream(stream -> {
            try (DeviceTable held = table.pinned();
                    DeviceTable order = lists.pinned();
                    DeviceColumn numbers = gather.element(order.columns().getFirst(), group, stream)) {
                DeviceTable rows = gather.gathered(held, numbers, stream);
                stream.synchronize();
                return new GpuTable(table.gpu(), rows, pool);
            }
        });
    }

    /// The number of the group of a key, one value for each key column as [dev.sheaf.column.Row#get(int)] gives it;
    /// -1 if there is none. The first call downloads the keys and builds an index of them on the heap.
    public int indexOf(@Nullable Object... key) {
        return numbers.of(key);
    }

    /// The rows of the group of a key; empty if there is none.
    public Optional<GpuTable> get(@Nullable Object... key) {
        int group = indexOf(key);
        return group < 0 ? Optional.empty() : Optional.of(rows(group));
    }

    /// Gives everything back. Tables that were taken stay open.
    @Override
    public void close() {
        numbers.close();
        table.close();
        keys.close();
        lists.close();
        ids.close();
    }

    /// How many groups of how many rows there are, and their keys.
    @Override
    public String toString() {
        return groupCount() + " groups of " + rowCount + " rows by "
                + keys.schema().names() + " on GPU " + table.gpu().info().ordinal();
    }
}
