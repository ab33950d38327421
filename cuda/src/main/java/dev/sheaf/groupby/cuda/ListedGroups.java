package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.fast.RowNumbers;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.groupby.cuda.runs.GroupLists;
import dev.sheaf.groupby.cuda.runs.RowGrouping;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The groups of a [ListPlan]: lists, and beside them the results that were found another way, in whatever order. Use
/// inside [dev.sheaf.cuda.driver.Device#call].
///
/// Cost: what [GroupLists] cost; for other results the keys of both are numbered together.
record ListedGroups(ListPlan plan, DeviceRun run, KernelStore kernels) {
    static final String HOW = "rows sorted by group";

    /// The result, to be closed by the caller; nothing if texts come to more than 2 GiB.
    ///
    /// @param table the rows, of which there are some
    /// @param others keys and results that are no lists, if they are asked for
    Optional<DeviceTable> of(DeviceTable table, Schema result, Optional<DeviceTable> others) {
        GroupByRequest request = plan.request();
        RowGrouping grouping = new RowGrouping(
                table,
                request.keys(),
                request.filter(),
                request.options().nullKeys(),
                GroupsOptions.DEFAULT,
                run,
                kernels);
        try (GroupLists.Found found = GroupLists.of(grouping, plan.lists()).orElse(null)) {
            if (found == null || others.isEmpty()) {
                return Optional.ofNullable(found).map(all -> together(all, List.of(), result));
            }
            return beside(found.keys(), others.orElseThrow()).map(results -> {
                try (results) {
                    return together(found, results.columns(), result);
                }
            });
        }
    }

    private DeviceTable together(GroupLists.Found found, List<DeviceColumn> others, Schema result) {
        Iterator<DeviceColumn> results = others.iterator();
        List<DeviceColumn> columns = new ArrayList<>();
        found.keys().columns().forEach(key -> columns.add(key.retain()));
        for (int list : plan.places()) {
            DeviceColumn column = list < 0 ? results.next() : found.lists().get(list);
            columns.add(column.retain());
        }
        return new DeviceTable(result, columns, found.keys().rowCount());
    }

    /// The results of other groups with the same keys, in the order of these; nothing if texts come to more than 2 GiB.
    private Optional<DeviceTable> beside(DeviceTable keys, DeviceTable others) {
        long groups = keys.rowCount();
        if (groups != others.rowCount()) {
            throw new IllegalStateException("lists of " + groups + " groups, results of " + others.rowCount());
        }
        List<String> names = others.schema().names();
        try (DeviceTable results = others.select(names.subList(keys.columns().size(), names.size()))) {
            if (groups == 0) {
                return Optional.of(results.retain());
            }
            try (Buffer rows = rows(keys, others)) {
                return rows == null ? Optional.empty() : new RowOperators(run, kernels).gathered(results, rows, groups);
            }
        }
    }

    /// For each group its row among the others, 32 bits; null if texts come to more than 2 GiB.
    private @Nullable Buffer rows(DeviceTable keys, DeviceTable others) {
        long groups = keys.rowCount();
        try (Closer closer = new Closer()) {
            List<DeviceColumn> both = new ArrayList<>();
            for (int key = 0; key < keys.columns().size(); key++) {
                List<DeviceColumn> parts =
                        List.of(keys.columns().get(key), others.columns().get(key));
                Optional<DeviceColumn> stacked = new RowOperators(run, kernels).stacked(parts);
                if (stacked.isEmpty()) {
                    return null;
                }
                both.add(closer.add(stacked.orElseThrow()));
            }
            RowNumbers found = closer.add(RowNumbers.ofAny(kernels, run.accounts(), run.stream(), both, true, null));
            long bytes = groups * Integer.BYTES;
            Buffer numbers = closer.add(found.numbers().values().slice(0, bytes));
            Buffer ofOthers = closer.add(found.numbers().values().slice(bytes, bytes));
            Buffer places = run.allocate(found.groups() * Integer.BYTES, "rows of groups");
            try (DeviceColumn rowsOfNumbers = new DeviceColumn(DataType.INT32, found.groups(), places, null, 0)) {
                rows(groups, ofOthers, places).invert();
                return rows(groups, null, numbers)
                        .of(rowsOfNumbers)
                        .orElseThrow()
                        .values();
            }
        }
    }

    private GatheredRows rows(long count, @Nullable Buffer numbers, Buffer rows) {
        return new GatheredRows(count, numbers, rows, null, kernels, run.accounts(), run.stream());
    }
}
