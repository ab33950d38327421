package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.Field;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// The values of the rows of each group as lists, in the order of the table: rows are numbered by their groups, and a
/// stable sort by these numbers puts values where lists have them. Lists of the same rows share a sort. Use inside
/// [dev.sheaf.cuda.driver.Device#call].
public final class GroupLists {
    private final RowGrouping grouping;
    private final List<Asked> lists;
    private final Map<Expr, DeviceColumn> values = new HashMap<>();
    private final DeviceColumn[] made;

    /// A list of each group.
    ///
    /// @param filter the condition for rows that are in it, if there is one
    /// @param skipsNulls whether nulls are not
    public record Asked(Expr argument, Optional<Expr> filter, boolean skipsNulls) {}

    /// Groups in the order of their numbers.
    ///
    /// @param keys a row a group
    /// @param lists a column for each that is asked for; a group without a row in it has none
    public record Found(DeviceTable keys, List<DeviceColumn> lists) implements AutoCloseable {
        public Found {
            lists = List.copyOf(lists);
        }

        @Override
        public void close() {
            keys.close();
            lists.forEach(DeviceColumn::close);
        }
    }

    /// The rows of some lists: those in which an expression is not null, if there is one, and a condition is true.
    private record Taken(Optional<Expr> nullsOf, Optional<Expr> filter) {
        static final Taken ALL = new Taken(Optional.empty(), Optional.empty());
    }

    private GroupLists(RowGrouping grouping, List<Asked> lists) {
        this.grouping = grouping;
        this.lists = lists;
        this.made = new DeviceColumn[lists.size()];
    }

    /// Why the device does not make such lists, if it does not.
    ///
    /// @throws IllegalArgumentException if a column does not exist or an expression does not fit
    public static Optional<String> refusal(List<Asked> lists, Schema schema) {
        List<Expr> computed = new ArrayList<>();
        for (Asked each : lists) {
            computed.add(each.argument());
            each.filter().ifPresent(filter -> computed.add(RowGrouping.isTrue(filter)));
        }
        return RowOperators.refusal(computed, schema)
                .or(() -> lists.stream()
                        .map(each -> Binder.bind(each.argument(), schema).type())
                        .filter(type -> type.layout() == Layout.INTERVAL || !DeviceColumn.canHold(type))
                        .findFirst()
                        .map(type -> "values of type " + type + " are not sorted by group"));
    }

    /// The groups that have rows, to be closed by the caller; empty if texts come to more than 2 GiB.
    ///
    /// @param grouping of the rows of a table, of which there are some
    /// @throws dev.sheaf.groupby.cuda.request.Projection.Refused if a row has no result
    public static Optional<Found> of(RowGrouping grouping, List<Asked> lists) {
        return new GroupLists(grouping, lists).found();
    }

    private Optional<Found> found() {
        try (Closer work = new Closer();
                Closer results = new Closer()) {
            lists.forEach(each -> values.computeIfAbsent(each.argument(), expr -> work.add(grouping.computed(expr))));
            List<DeviceColumn> keys = grouping.columns(work);
            RowGroups groups = work.add(grouping.numbered(keys));
            Map<Taken, List<Integer>> byRows = byRows();
            List<Integer> ofAll = Objects.requireNonNull(byRows.remove(Taken.ALL));
            boolean mayBeEmpty = groups.mayBeEmpty();
            ListOrder.Groups some;
            try (ListOrder all = ofAll.isEmpty() && !mayBeEmpty ? null : order(groups, Taken.ALL, ofAll)) {
                some = work.add(
                        all != null && mayBeEmpty ? all.withRows() : new ListOrder.Groups(null, groups.count()));
                if (all != null && !take(ofAll, all.lists(some, true), results)) {
                    return Optional.empty();
                }
            }
            if (!takeOfSome(groups, byRows, some, results)) {
                return Optional.empty();
            }
            Optional<DeviceTable> ofGroups = keys(groups, keys, some);
            ofGroups.ifPresent(_ -> results.release());
            return ofGroups.map(table -> new Found(table, List.of(made)));
        }
    }

    private boolean takeOfSome(
            RowGroups groups, Map<Taken, List<Integer>> byRows, ListOrder.Groups some, Closer results) {
        for (Map.Entry<Taken, List<Integer>> each : byRows.entrySet()) {
            try (ListOrder order = order(groups, each.getKey(), each.getValue())) {
                if (!take(each.getValue(), order.lists(some, false), results)) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The numbers of the lists of the same rows; those of all rows are there, if there are none, too.
    private Map<Taken, List<Integer>> byRows() {
        Map<Taken, List<Integer>> byRows = new LinkedHashMap<>();
        byRows.put(Taken.ALL, new ArrayList<>());
        for (int i = 0; i < lists.size(); i++) {
            Asked each = lists.get(i);
            boolean leavesNullsOut = each.skipsNulls() && values(i).validity() != null;
            Optional<Expr> nullsOf = leavesNullsOut ? Optional.of(each.argument()) : Optional.empty();
            byRows.computeIfAbsent(new Taken(nullsOf, each.filter()), _ -> new ArrayList<>())
                    .add(i);
        }
        return byRows;
    }

    private DeviceColumn values(int list) {
        return Objects.requireNonNull(values.get(lists.get(list).argument()));
    }

    private ListOrder order(RowGroups groups, Taken taken, List<Integer> numbers) {
        List<DeviceColumn> inputs = numbers.stream().map(this::values).toList();
        ListColumns columns = new ListColumns(inputs, taken.nullsOf().isEmpty(), grouping.run(), grouping.kernels());
        int rows = Math.toIntExact(grouping.table().rowCount());
        if (taken.equals(Taken.ALL)) {
            return ListOrder.of(groups.sortKeys(), rows, groups.count(), columns);
        }
        try (Buffer kept = numbers(groups, taken, rows)) {
            SortKeys keys = new SortKeys(kept, KeyRange.to(groups.count()));
            return ListOrder.of(keys, rows, groups.count(), columns);
        }
    }

    /// The number of each row's group, which is that behind the last one for other rows.
    private Buffer numbers(RowGroups groups, Taken taken, int rows) {
        DeviceColumn ofNulls = taken.nullsOf().map(values::get).orElse(null);
        DeviceRun run = grouping.run();
        try (DeviceColumn filter = taken.filter().map(grouping::kept).orElse(null);
                Closer closer = new Closer()) {
            Buffer numbers = closer.add(run.allocate((long) rows * Integer.BYTES, "numbers of kept rows"));
            RowGroups.leaveOut(groups.numbers(), ofNulls, filter, rows, groups.count(), numbers, run);
            closer.release();
            return numbers;
        }
    }

    /// Puts lists at their places; false if there are none.
    private boolean take(List<Integer> numbers, Optional<List<DeviceColumn>> columns, Closer results) {
        columns.ifPresent(all -> {
            for (int i = 0; i < all.size(); i++) {
                made[numbers.get(i)] = results.add(all.get(i));
            }
        });
        return columns.isPresent();
    }

    private Optional<DeviceTable> keys(RowGroups groups, List<DeviceColumn> ofRows, ListOrder.Groups some) {
        return groups.keys(ofRows, some.numbers(), some.count(), grouping.kernels())
                .map(columns -> {
                    List<Field> fields = new ArrayList<>();
                    for (int i = 0; i < columns.size(); i++) {
                        fields.add(new Field(
                                grouping.keys().get(i).outputName(),
                                columns.get(i).type()));
                    }
                    return new DeviceTable(new Schema(fields), columns, some.count());
                });
    }
}
