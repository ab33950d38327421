package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.general.KeyRange;
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
///
/// @param columns what lists are made of
/// @param bounds where the rows of each group begin and end; both 0 for a group without rows
/// @param count how many groups there are
record ListOrder(GroupRowsSort sort, ListColumns columns, RowRuns.Bounds bounds, int count) implements AutoCloseable {
    private static final String PURPOSE = "rows of groups";

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

    /// @param keys the number of each row's group, 32 bits, in a range that begins with the first group; a greater one
    ///     for rows in none
    /// @param count how many groups there are
    static ListOrder of(Buffer keys, KeyRange range, int rows, int count, ListColumns columns) {
        DeviceRun run = columns.run();
        try (Closer closer = new Closer()) {
            GroupRowsSort sort = closer.add(columns.sort(rows));
            sort.by(keys, CudaType.U32, range);
            Buffer starts = closer.add(run.filled((count + 1L) * Integer.BYTES, 0, PURPOSE));
            Buffer ends = closer.add(run.filled((count + 1L) * Integer.BYTES, 0, PURPOSE));
            Buffer sorted = sort.sortedKeys();
            run.each(
                    RowRuns.KERNEL,
                    "bound_runs",
                    rows,
                    sorted == null ? 0 : sorted.address(),
                    range.least(),
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
        try (RowLists.Bounds all = bounds(new Groups(null, count));
                DeviceColumn have =
                        new DeviceColumn(DataType.BOOL, count, all.taken().retain(), null, 0);
                RunningRows.Kept kept = rows.kept(have)) {
            return new Groups(kept.count() == count ? null : kept.numbers().retain(), kept.count());
        }
    }

    private RowLists.Bounds bounds(Groups groups) {
        return RowLists.all(columns.run(), groups.count(), groups.numbers(), null)
                .bounds(new RowLists.Stretches(
                        CudaType.U32, bounds.starts().address(), bounds.ends().address()));
    }

    /// The lists of each column, to be closed by the caller; a group without rows has none. Empty if texts come to more
    /// than 2 GiB.
    ///
    /// @param groups all that have rows, and maybe others
    /// @param haveRows whether there are no others
    Optional<List<DeviceColumn>> lists(Groups groups, boolean haveRows) {
        try (RowLists.Bounds all = bounds(groups)) {
            return columns.sorted(sort, all.elements()).map(elements -> {
                List<DeviceColumn> lists = new ArrayList<>();
                for (DeviceColumn each : elements) {
                    Buffer taken = haveRows ? null : all.taken().retain();
                    lists.add(DeviceColumn.ofLists(groups.count(), all.offsets().retain(), taken, each));
                }
                return lists;
            });
        }
    }

    @Override
    public void close() {
        sort.close();
        bounds.close();
    }
}
