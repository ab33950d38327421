package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds [GroupedRows]: numbers the rows, sorts them by number, and brings the groups into an order. Use inside
/// [dev.sheaf.cuda.driver.Device#call].
///
/// @param keys columns or expressions of rows
/// @param filter the condition for rows that are in groups, if there is one
public record RowGrouping(
        DeviceTable table,
        List<Expr> keys,
        Optional<Expr> filter,
        NullKeys nullKeys,
        GroupsOptions options,
        DeviceRun run,
        KernelStore kernels) {
    private static final String PURPOSE = "rows of groups";

    /// Why the device does not find such groups, if it does not.
    ///
    /// @throws IllegalArgumentException if a column does not exist or an expression does not fit
    public static Optional<String> refusal(
            List<Expr> keys, Optional<Expr> filter, GroupsOptions options, Schema schema) {
        List<Expr> computed = new ArrayList<>(keys);
        filter.ifPresent(condition -> computed.add(isTrue(condition)));
        List<DataType> types = keys.stream()
                .map(key -> Binder.bind(key.unaliased(), schema).type())
                .toList();
        return RowOperators.refusal(computed, schema)
                .or(() -> RowGroups.refusal(types))
                .or(() -> RunSort.refusal(options.within(), schema))
                .or(() -> options.sortedKeys().isEmpty()
                        ? Optional.empty()
                        : Optional.of("that keys are sorted is checked on the CPU"));
    }

    /// True or false for each row.
    static Expr isTrue(Expr condition) {
        return Expressions.coalesce(condition, Expressions.lit(false));
    }

    /// The groups, to be closed by the caller; empty if texts come to more than 2 GiB.
    public Optional<GroupedRows> found() {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> columns = columns(closer);
            return table.rowCount() == 0 ? none(columns) : found(columns, closer.add(numbered(columns)));
        }
    }

    /// The number of the group of each row, of which there are some; groups may be without rows. To be closed by the
    /// caller.
    RowGroups numbered() {
        try (Closer closer = new Closer()) {
            return numbered(columns(closer));
        }
    }

    /// The same by the columns of the keys.
    RowGroups numbered(List<DeviceColumn> columns) {
        try (DeviceColumn kept = kept()) {
            return RowGroups.ofValues(columns, nullKeys, kept, run)
                    .orElseGet(() -> RowGroups.of(columns, nullKeys, kept, run, kernels));
        }
    }

    /// The same, unless there are many groups and their keys have [#words].
    Optional<RowGroups> few(long slots) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> columns = columns(closer);
            boolean haveWords =
                    filter.isEmpty() && KeyWords.fit(columns, nullKeys) && table.rowCount() <= HashedParts.MOST_ROWS;
            if (!haveWords) {
                return Optional.of(numbered(columns));
            }
            return RowGroups.ofValues(columns, nullKeys, null, run)
                    .or(() -> RowGroups.ofFew(columns, slots, run, kernels));
        }
    }

    /// The words of the keys, to be closed by the caller.
    Buffer words() {
        try (Closer closer = new Closer()) {
            return KeyWords.of(columns(closer), run);
        }
    }

    /// The columns of the keys, closed with `closer`.
    List<DeviceColumn> columns(Closer closer) {
        List<DeviceColumn> columns = new ArrayList<>(keys.size());
        for (Expr key : keys) {
            columns.add(closer.add(computed(key)));
        }
        return columns;
    }

    /// The values of an expression, to be closed by the caller.
    DeviceColumn computed(Expr expr) {
        return new RowOperators(run, kernels).computed(table, expr);
    }

    /// Whether a condition keeps each row, to be closed by the caller.
    DeviceColumn kept(Expr condition) {
        return computed(isTrue(condition));
    }

    private @Nullable DeviceColumn kept() {
        return filter.map(this::kept).orElse(null);
    }

    private Buffer ints(long count) {
        return run.allocate(Math.max(1, count * Integer.BYTES), PURPOSE);
    }

    private Optional<GroupedRows> none(List<DeviceColumn> columns) {
        try (Buffer offsets = run.filled(Integer.BYTES, 0, PURPOSE);
                DeviceColumn no = new DeviceColumn(DataType.INT32, 0, ints(0), null, 0)) {
            return keys(columns, no).map(all -> {
                DeviceColumn lists = DeviceColumn.ofLists(0, offsets.retain(), null, no.retain());
                return new GroupedRows(all, lists, no.retain(), no.retain());
            });
        }
    }

    private Optional<DeviceTable> keys(List<DeviceColumn> columns, DeviceColumn first) {
        GatheredRows rows =
                new GatheredRows(first.length(), null, first.values(), null, kernels, run.accounts(), run.stream());
        try (Closer closer = new Closer()) {
            List<Field> fields = new ArrayList<>();
            List<DeviceColumn> taken = new ArrayList<>();
            for (DeviceColumn column : columns) {
                Optional<DeviceColumn> key = rows.key(column).map(closer::add);
                if (key.isEmpty()) {
                    return Optional.empty();
                }
                fields.add(
                        new Field(keys.get(taken.size()).outputName(), key.get().type()));
                taken.add(key.get());
            }
            closer.release();
            return Optional.of(new DeviceTable(new Schema(fields), taken, first.length()));
        }
    }

    private Optional<GroupedRows> found(List<DeviceColumn> columns, RowGroups groups) {
        RankedGroups ranks = new RankedGroups(groups, table.rowCount(), firsts -> order(columns, firsts), run, kernels);
        try (Closer closer = new Closer();
                RankedGroups.Ranked ranked = ranks.ranked();
                GroupPlaces places =
                        GroupPlaces.of(new RunSort(table, run, kernels), ranked.groups(), options.within())) {
            DeviceColumn lists = closer.add(places.lists());
            DeviceColumn first = closer.add(places.first(kernels));
            Optional<DeviceTable> ofGroups = keys(columns, first).map(closer::add);
            if (ofGroups.isEmpty()) {
                return Optional.empty();
            }
            closer.release();
            return Optional.of(new GroupedRows(
                    ofGroups.get(), lists, first, ranked.ofRows().retain()));
        }
    }

    /// The order of groups whose first rows are given; null for that of these. Keys are ordered on the host.
    private @Nullable Buffer order(List<DeviceColumn> columns, DeviceColumn firsts) {
        if (options.order() != Order.SORTED) {
            return null;
        }
        try (DeviceTable ofGroups =
                keys(columns, firsts).orElseThrow(() -> new IllegalStateException("keys of more than 2 GiB"))) {
            return KeyOrder.rising(ofGroups, run);
        }
    }
}
