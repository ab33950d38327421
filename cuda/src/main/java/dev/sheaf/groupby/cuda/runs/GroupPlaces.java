package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.List;

/// The rows of a table sorted by the number of their group, and the places of each group, which all have rows. Rows
/// in no group lie behind the others.
///
/// @param rows how many there are
record GroupPlaces(DeviceRun run, GroupRowsSort sort, RowRuns.Bounds bounds, int count, long rows)
        implements AutoCloseable {

    static GroupPlaces of(RunSort table, RowGroups groups, List<Within> within) {
        try (Closer closer = new Closer()) {
            GroupRowsSort sort = closer.add(table.order(groups, within, false));
            RowRuns.Bounds bounds = table.bounds(sort, groups, null);
            closer.release();
            return new GroupPlaces(
                    table.run(), sort, bounds, groups.count(), table.table().rowCount());
        }
    }

    /// The rows of each group, to be closed by the caller.
    DeviceColumn lists() {
        RowLists.Ranges ranges = new RowLists.Ranges(
                CudaType.U32, bounds.starts().address(), bounds.ends().address());
        try (RowLists.Bounds lists = RowLists.all(run, count, null).bounds(ranges)) {
            Buffer rows = sort.order().slice(0, lists.elements() * Integer.BYTES);
            DeviceColumn all = new DeviceColumn(DataType.INT32, lists.elements(), rows, null, 0);
            return DeviceColumn.ofLists(count, lists.offsets().retain(), null, all);
        }
    }

    /// The row of the first place of each group, int32, to be closed by the caller.
    DeviceColumn first(KernelStore kernels) {
        try (DeviceColumn order =
                new DeviceColumn(DataType.INT32, rows, sort.order().retain(), null, 0)) {
            return new GatheredRows(count, null, bounds.starts(), null, kernels, run.accounts(), run.stream())
                    .of(order)
                    .orElseThrow();
        }
    }

    @Override
    public void close() {
        sort.close();
        bounds.close();
    }
}
