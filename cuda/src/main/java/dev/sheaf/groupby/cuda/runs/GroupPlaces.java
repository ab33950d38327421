package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.general.MemberSort;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.List;

/// The rows of a table sorted by the number of their group: `order` has the row of each place, and group `g` the
/// places from `starts[g]` to `ends[g]`, int64. Rows in no group lie behind the others.
record GroupPlaces(DeviceRun run, MemberSort sort, Buffer starts, Buffer ends, int count) implements AutoCloseable {
    private static final Specialization MEMBERS = Specialization.of(KernelFile.MEMBERS);

    static GroupPlaces of(RunSort rows, RowGroups groups, List<Within> within) {
        DeviceRun run = rows.run();
        try (Closer closer = new Closer()) {
            MemberSort sort = closer.add(rows.order(groups, within));
            long bytes = (groups.count() + 1L) * Long.BYTES;
            Buffer starts = closer.add(run.filled(bytes, 0, "places of groups"));
            Buffer ends = closer.add(run.filled(bytes, 0, "places of groups"));
            long numbers = groups.numbers().address();
            long count = rows.table().rowCount();
            run.each(
                    MEMBERS,
                    "bound_members",
                    count,
                    numbers,
                    sort.order().address(),
                    count,
                    starts.address(),
                    ends.address());
            closer.release();
            return new GroupPlaces(run, sort, starts, ends, groups.count());
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
        return lists.of(new RowLists.Stretches(CudaType.U64, starts.address(), ends.address()));
    }

    @Override
    public void close() {
        sort.close();
        starts.close();
        ends.close();
    }
}
