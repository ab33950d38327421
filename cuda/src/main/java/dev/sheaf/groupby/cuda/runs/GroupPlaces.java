package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.List;

/// The rows of a table sorted by the number of their group, and the places of each group, which all have rows. Rows
/// in no group lie behind the others.
record GroupPlaces(DeviceRun run, GroupRowsSort sort, RowRuns.Bounds bounds, int count) implements AutoCloseable {

    static GroupPlaces of(RunSort rows, RowGroups groups, List<Within> within) {
        try (Closer closer = new Closer()) {
            GroupRowsSort sort = closer.add(rows.order(groups, within, false));
            RowRuns.Bounds bounds = rows.bounds(sort, groups, null);
            closer.release();
            return new GroupPlaces(rows.run(), sort, bounds, groups.count());
        }
    }

    /// The rows of each group, groups in the order of some numbers, to be closed by the caller.
    RowLists.Found lists(Buffer numbers) {
        return found(RowLists.all(run, count, numbers, sort.order()));
    }

    /// The row of the first place of each group, int32, to be closed by the caller.
    DeviceColumn first() {
        try (RowLists.Found first = found(new RowLists(run, count, null, 1, false, sort.order()))) {
            return new DeviceColumn(DataType.INT32, count, first.rows().retain(), null, 0);
        }
    }

    private RowLists.Found found(RowLists lists) {
        return lists.of(new RowLists.Ranges(
                CudaType.U32, bounds.starts().address(), bounds.ends().address()));
    }

    @Override
    public void close() {
        sort.close();
        bounds.close();
    }
}
