package dev.sheaf.groupby.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import dev.sheaf.order.Sorting;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;

/// Orders rows by group and inside groups by columns, in one sort.
public final class GroupSort {
    /// Rows that one view has.
    private static final int CHUNK = 1 << 20;

    private GroupSort() {}

    /// The group of each row as a column, null for the id -1.
    public static FixedColumn idColumn(Buffer ids, long rows, MemoryPool pool) {
        Buffer valid = pool.allocateZeroed(Validity.byteSize(rows) + Long.BYTES, "validity");
        for (long from = 0; from < rows; from += CHUNK) {
            long size = Math.min(CHUNK, rows - from);
            LongBuffer words = Views.longs(valid.segment(), from >>> 6, Math.ceilDiv(size, Long.SIZE));
            mark(Views.ints(ids.segment(), from, size), (int) size, words);
        }
        return new FixedColumn(DataType.INT32, rows, ids.retain(), Validity.of(valid, rows));
    }

    private static void mark(IntBuffer ids, int rows, LongBuffer valid) {
        for (int row = 0; row < rows; row++) {
            long bit = ids.get(row) < 0 ? 0 : 1L << row;
            valid.put(row >>> 6, valid.get(row >>> 6) | bit);
        }
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
