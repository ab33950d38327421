package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Results of fixed width while they are computed, run by run. A byte says whether a row has one, since runs of two
/// threads may share a word of bits.
final class RunResult implements AutoCloseable {
    private final DataType type;
    private final int size;
    private final Runs runs;
    private final Buffer values;
    private final Buffer flags;

    RunResult(DataType type, Runs runs) {
        this.type = type;
        this.runs = runs;
        this.size = runs.rowCount();
        this.values = runs.pool().allocate((long) size * type.layout().byteWidth(), Runs.PURPOSE);
        try {
            this.flags = runs.pool().allocateZeroed(size, Runs.PURPOSE);
        } catch (RuntimeException | Error failure) {
            values.close();
            throw failure;
        }
    }

    void set(int row, long value) {
        values.segment().set(ValueLayout.JAVA_LONG, (long) row << 3, value);
        flags.segment().set(ValueLayout.JAVA_BYTE, row, (byte) 1);
    }

    void set(int row, double value) {
        set(row, Double.doubleToRawLongBits(value));
    }

    void set(int row, long high, long low) {
        values.segment().set(ValueLayout.JAVA_LONG, (long) row << 4, low);
        values.segment().set(ValueLayout.JAVA_LONG, ((long) row << 4) + Long.BYTES, high);
        flags.segment().set(ValueLayout.JAVA_BYTE, row, (byte) 1);
    }

    /// The rows that were set, the others null.
    Column column() {
        Buffer bits = runs.pool().allocateZeroed(Validity.byteSize(size) + Long.BYTES, Runs.PURPOSE);
        MemorySegment flag = flags.segment();
        for (int row = 0; row < size; row += Byte.SIZE) {
            int packed = 0;
            for (int i = 0; i < Math.min(Byte.SIZE, size - row); i++) {
                packed |= flag.get(ValueLayout.JAVA_BYTE, row + i) << i;
            }
            bits.segment().set(ValueLayout.JAVA_BYTE, row >>> 3, (byte) packed);
        }
        return new FixedColumn(type, size, values.retain(), Validity.of(bits, size));
    }

    @Override
    public void close() {
        values.close();
        flags.close();
    }
}
