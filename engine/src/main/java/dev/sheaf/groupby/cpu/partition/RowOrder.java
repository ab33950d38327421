package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Rows in order of partition, and within one in their own order.
final class RowOrder {
    private RowOrder() {}

    /// The numbers of rows `0 .. count - 1` by partition, int32, to be closed by the caller. Rows of partition
    /// -1 are left out. Fills in where each partition starts; the last of `starts` is how many rows are left.
    static Buffer of(int[] partitions, int count, int[] starts, MemoryPool pool) {
        Buffer order = pool.allocate((long) count * Integer.BYTES, "rows by partition");
        int[] sizes = new int[starts.length];
        for (int i = 0; i < count; i++) {
            sizes[partitions[i] + 1]++;
        }
        for (int partition = 1; partition < starts.length; partition++) {
            starts[partition] = starts[partition - 1] + sizes[partition];
        }
        sort(partitions, count, starts.clone(), Ints.of(order.segment()));
        return order;
    }

    /// The rows of all parts in an order, as one column to be closed by the caller.
    static Column moved(DataType type, List<Column> parts, MemorySegment order, int rows, MemoryPool pool) {
        try (Column all = Concat.columns(type, parts, pool)) {
            return Take.rows(all, order, rows, pool);
        }
    }

    /// What putting rows out takes beside them: their order, the rows again and, a column at a time, all parts as one.
    static long bytes(int rows, long rowBytes) {
        return (long) rows * Integer.BYTES + 2 * rowBytes;
    }

    private static void sort(int[] partitions, int count, int[] next, Ints order) {
        for (int i = 0; i < count; i++) {
            if (partitions[i] >= 0) {
                order.put(next[partitions[i]]++, i);
            }
        }
    }
}
