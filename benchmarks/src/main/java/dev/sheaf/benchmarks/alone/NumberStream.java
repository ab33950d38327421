package dev.sheaf.benchmarks.alone;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Consumer;

/// Generated rows, a batch at a time in memory that is used again: keys spread by a multiplicative hash, and values
/// from 0 to 1023 in turn.
final class NumberStream implements AutoCloseable {
    static final Schema SCHEMA = Schema.of(new Field("key", DataType.INT64), new Field("value", DataType.INT32));

    private static final int BATCH_ROWS = 1 << 16;
    private static final int VALUES = 1024;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long first;
    private final long end;
    private final long keyCount;
    private final Buffer keys;
    private final Buffer values;

    /// Rows `first` to `end` of the stream.
    NumberStream(long first, long end, long keyCount, MemoryPool pool) {
        this.first = first;
        this.end = end;
        this.keyCount = keyCount;
        this.keys = pool.allocate((long) BATCH_ROWS * Long.BYTES, "generated keys");
        this.values = pool.allocate((long) BATCH_ROWS * Integer.BYTES, "generated values");
    }

    /// The sum of the values of the first `rows` rows.
    static long total(long rows) {
        long whole = rows / VALUES * ((long) VALUES * (VALUES - 1) / 2);
        long rest = rows % VALUES;
        return whole + rest * (rest - 1) / 2;
    }

    void forEachBatch(Consumer<Table> consumer) {
        for (long row = first; row < end; row += BATCH_ROWS) {
            int size = (int) Math.min(BATCH_ROWS, end - row);
            fill(keys.segment(), values.segment(), row, size, keyCount);
            try (Table batch = batch(size)) {
                consumer.accept(batch);
            }
        }
    }

    private Table batch(int size) {
        return new Table(
                SCHEMA,
                List.of(
                        new FixedColumn(DataType.INT64, size, keys.retain(), Validity.allValid(size)),
                        new FixedColumn(DataType.INT32, size, values.retain(), Validity.allValid(size))),
                size);
    }

    private static void fill(MemorySegment keys, MemorySegment values, long firstRow, int size, long keyCount) {
        for (int i = 0; i < size; i++) {
            long row = firstRow + i;
            keys.setAtIndex(ValueLayout.JAVA_LONG, i, Math.unsignedMultiplyHigh(row * SPREAD, keyCount));
            values.setAtIndex(ValueLayout.JAVA_INT, i, (int) row & (VALUES - 1));
        }
    }

    @Override
    public void close() {
        keys.close();
        values.close();
    }
}
