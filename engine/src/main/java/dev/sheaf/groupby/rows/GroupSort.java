package dev.sheaf.groupby.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Orders rows by group and inside groups by columns, in one sort.
public final class GroupSort {
    private GroupSort() {}

    /// The group of each row as a column, null for the id -1.
    public static FixedColumn idColumn(Buffer ids, long rows, MemoryPool pool) {
        MemorySegment values = ids.segment();
        Buffer valid = pool.allocateZeroed(Validity.byteSize(rows) + Long.BYTES, "validity");
        for (long row = 0; row < rows; row++) {
            long bit = values.get(ValueLayout.JAVA_INT, row << 2) < 0 ? 0 : 1L << row;
            long at = row >>> 6 << 3;
            valid.segment().set(ValueLayout.JAVA_LONG, at, valid.segment().get(ValueLayout.JAVA_LONG, at) | bit);
        }
        return new FixedColumn(DataType.INT32, rows, ids.retain(), Validity.of(valid, rows));
    }

    /// The rows of all groups, int32, ordered by `within` inside groups; rows with the id -1 are last.
    public static Buffer rows(
            Buffer ids,
            long rowCount,
            List<Column> within,
            List<SortDirection> directions,
            MemoryPool pool,
            Tasks tasks) {
        try (Column group = idColumn(ids, rowCount, pool)) {
            return Sorting.argsort(
                    first(group, within), first(SortDirection.ASCENDING, directions), rowCount, pool, tasks);
        }
    }

    private static <T> List<T> first(T one, List<T> others) {
        List<T> all = new ArrayList<>(others);
        all.addFirst(one);
        return all;
    }
}
