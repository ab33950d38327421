package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;

/// Columns of consecutive row numbers.
public final class Ordinals {
    private static final String PURPOSE = "row numbers";

    private Ordinals() {}

    /// `first`, `first + 1`, ... as int64.
    public static FixedColumn longs(long first, long count, MemoryPool pool) {
        Buffer buffer = pool.allocate(count * Long.BYTES, PURPOSE);
        Longs values = Longs.of(buffer.segment());
        for (long i = 0; i < count; i++) {
            values.put(i, first + i);
        }
        return new FixedColumn(DataType.INT64, count, buffer, Validity.allValid(count));
    }

    /// 0, 1, ... as int32.
    public static Buffer ints(int count, MemoryPool pool) {
        Buffer buffer = pool.allocate((long) count * Integer.BYTES, PURPOSE);
        Ints numbers = Ints.of(buffer.segment());
        for (int i = 0; i < count; i++) {
            numbers.put(i, i);
        }
        return buffer;
    }
}
