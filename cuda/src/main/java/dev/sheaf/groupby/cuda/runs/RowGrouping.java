package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.CudaType;
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
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
    private static final int BITS = 32;

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
            return table.rowCount() == 0 ? none(columns) : found(columns, closer.add(hashed(columns)));
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
        return keys.stream().map(key -> closer.add(computed(key))).toList();
    }

    private RowGroups hashed(List<DeviceColumn> columns) {
        try (DeviceColumn kept = kept()) {
            return RowGroups.of(columns, nullKeys, kept, run, kernels);
        }
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

    private GatheredRows rows(long count, @Nullable Buffer places, Buffer numbers) {
        return new GatheredRows(count, places, numbers, null, kernels, run.accounts(), run.stream());
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
        GatheredRows rows = rows(first.length(), null, first.values());
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
        try (Closer closer = new Closer();
                GroupPlaces places = GroupPlaces.of(sort(), groups, options.within());
                DeviceColumn firsts = places.first();
                Buffer numbers = numbers(columns, groups, firsts);
                RowLists.Found lists = places.lists(numbers)) {
            DeviceColumn first =
                    closer.add(rows(groups.count(), null, numbers).of(firsts).orElseThrow());
            Optional<DeviceTable> ofGroups = keys(columns, first).map(closer::add);
            if (ofGroups.isEmpty()) {
                return Optional.empty();
            }
            DeviceColumn ofRows = closer.add(groupsOfRows(groups, numbers, lists.elements() < table.rowCount()));
            closer.release();
            DeviceColumn all = new DeviceColumn(
                    DataType.INT32, lists.elements(), lists.rows().retain(), null, 0);
            return Optional.of(new GroupedRows(
                    ofGroups.get(),
                    DeviceColumn.ofLists(groups.count(), lists.offsets().retain(), null, all),
                    first,
                    ofRows));
        }
    }

    private RunSort sort() {
        return new RunSort(table, run, kernels);
    }

    /// The numbers of the groups in the order that is asked for, to be closed by the caller.
    private Buffer numbers(List<DeviceColumn> columns, RowGroups groups, DeviceColumn firsts) {
        if (options.order() == Order.SORTED) {
            return sorted(columns, firsts);
        }
        if (options.within().isEmpty()) {
            return byAppearance(firsts);
        }
        try (GroupPlaces inTableOrder = GroupPlaces.of(sort(), groups, List.of());
                DeviceColumn rows = inTableOrder.first()) {
            return byAppearance(rows);
        }
    }

    private Buffer byAppearance(DeviceColumn firsts) {
        try (GroupRowsSort sort = new GroupRowsSort(run, Math.toIntExact(firsts.length()))) {
            sort.by(firsts.values(), CudaType.U32, KeyRange.to(table.rowCount()));
            return sort.order().retain();
        }
    }

    /// Keys are ordered on the host.
    private Buffer sorted(List<DeviceColumn> columns, DeviceColumn firsts) {
        try (DeviceTable ofGroups =
                keys(columns, firsts).orElseThrow(() -> new IllegalStateException("keys of more than 2 GiB"))) {
            return KeyOrder.rising(ofGroups, run);
        }
    }

    /// The place of each row's group among the groups, to be closed by the caller.
    private DeviceColumn groupsOfRows(RowGroups groups, Buffer numbers, boolean someAreInNone) {
        int count = groups.count();
        try (Buffer places = run.filled((count + 1L) * Integer.BYTES, 0, PURPOSE);
                Buffer valid = someAreInNone ? allBut(count) : null) {
            rows(count, numbers, places).invert();
            DeviceColumn ofGroups = new DeviceColumn(DataType.INT32, count + 1L, places, valid, 0);
            return rows(table.rowCount(), null, groups.numbers()).of(ofGroups).orElseThrow();
        }
    }

    /// Bits that are set up to one.
    private Buffer allBut(int bit) {
        Buffer bits = run.filled((bit / BITS + 1L) * Integer.BYTES, -1, PURPOSE);
        MemorySegment last = Scratch.block(1);
        last.set(ValueLayout.JAVA_BYTE, 0, (byte) ((1 << (bit & 7)) - 1));
        run.stream().upload(last, bits, bit >>> 3);
        return bits;
    }
}
