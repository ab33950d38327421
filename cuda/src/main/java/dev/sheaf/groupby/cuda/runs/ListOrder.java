package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.rows.RunningRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Rows in the order of the numbers of their groups, those of a group in the order of the table. Rows in none lie
/// behind the others, so the lists of all groups are the first values in this order, one list behind the other.
///
/// Cost: a pass of a radix sort for each 8 bits of the numbers, and a read of the sorted numbers.
final class ListOrder implements AutoCloseable {
    private static final String PURPOSE = "rows of groups";

    private final GroupRowsSort sort;
    private final ListColumns columns;
    private final int count;

    /// Where the rows of each group begin and end; both 0 for a group without rows.
    private final RowRuns.Bounds places;

    /// Where the lists of all groups do.
    private RowLists.@Nullable Bounds ofAll;

    private ListOrder(GroupRowsSort sort, ListColumns columns, RowRuns.Bounds places, int count) {
        this.sort = sort;
        this.columns = columns;
        this.places = places;
        this.count = count;
    }

    /// Some groups, in rising order.
    ///
    /// @param numbers of the groups, 32 bits; null for all of them
    record Groups(@Nullable Buffer numbers, long count) implements AutoCloseable {
        @Override
        public void close() {
            if (numbers != null) {
                numbers.close();
            }
        }
    }

    /// @param keys those of rows in no group are greater than all others
    /// @param count how many groups there are
    static ListOrder of(SortKeys keys, int rows, int count, ListColumns columns) {
        DeviceRun run = columns.run();
        try (Closer closer = new Closer()) {
            GroupRowsSort sort = closer.add(columns.sort(rows));
            sort.by(keys.numbers(), CudaType.U32, keys.range());
            Buffer starts = closer.add(run.filled((count + 1L) * Integer.BYTES, 0, PURPOSE));
            Buffer ends = closer.add(run.filled((count + 1L) * Integer.BYTES, 0, PURPOSE));
            Buffer sorted = sort.sortedKeys();
            run.each(
                    RowRuns.KERNEL,
                    "bound_runs",
                    RowRuns.threads(rows),
                    sorted == null ? 0 : sorted.address(),
                    keys.range().least(),
                    rows,
                    0,
                    starts.address(),
                    ends.address());
            closer.release();
            return new ListOrder(sort, columns, new RowRuns.Bounds(starts, ends), count);
        }
    }

    /// The groups that have rows, to be closed by the caller. Waits for how many there are.
    Groups withRows() {
        RunningRows rows = new RunningRows(columns.run(), columns.kernels());
        Buffer taken = ofAll().taken();
        try (DeviceColumn have = new DeviceColumn(DataType.BOOL, count, taken.retain(), null, 0);
                RunningRows.Kept kept = rows.kept(have)) {
            return new Groups(kept.count() == count ? null : kept.numbers().retain(), kept.count());
        }
    }

    private RowLists.Bounds ofAll() {
        if (ofAll == null) {
            ofAll = bounds(count, null);
        }
        return ofAll;
    }

    private RowLists.Bounds bounds(long groups, @Nullable Buffer numbers) {
        return RowLists.all(columns.run(), groups, numbers)
                .bounds(new RowLists.Ranges(
                        CudaType.U32, places.starts().address(), places.ends().address()));
    }

    /// The lists of each column, to be closed by the caller; a group without rows has none. Empty if texts come to more
    /// than 2 GiB.
    ///
    /// @param groups all that have rows, and maybe others
    /// @param haveRows whether there are no others
    Optional<List<DeviceColumn>> lists(Groups groups, boolean haveRows) {
        if (groups.numbers() == null) {
            return lists(groups.count(), ofAll(), haveRows);
        }
        try (RowLists.Bounds some = bounds(groups.count(), groups.numbers())) {
            return lists(groups.count(), some, haveRows);
        }
    }

    private Optional<List<DeviceColumn>> lists(long groups, RowLists.Bounds bounds, boolean haveRows) {
        return columns.sorted(sort, bounds.elements()).map(elements -> {
            List<DeviceColumn> lists = new ArrayList<>();
            for (DeviceColumn each : elements) {
                Buffer taken = haveRows ? null : bounds.taken().retain();
                lists.add(DeviceColumn.ofLists(groups, bounds.offsets().retain(), taken, each));
            }
            return lists;
        });
    }

    @Override
    public void close() {
        sort.close();
        places.close();
        if (ofAll != null) {
            ofAll.close();
        }
    }
}
