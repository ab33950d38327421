package dev.sheaf.spark.column;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// A column of strings or bytes.
final class TextFiller extends Filler {
    private static final int FIRST_BYTES = 1 << 16;

    private final DataType type;
    private final long fullBytes;
    private @Nullable Buffer offsets;
    private @Nullable Buffer bytes;
    private long size;

    /// @param fullBytes from so many on there is no room for the next row; one value may be as large as Spark allows
    TextFiller(DataType type, int ordinal, int capacity, long fullBytes, MemoryPool pool) {
        super(pool, ordinal, capacity);
        this.type = type;
        this.fullBytes = fullBytes;
    }

    @Override
    void value(InternalRow row, int at) {
        if (type.equals(DataType.STRING)) {
            append(row.getUTF8String(ordinal), at);
        } else {
            append(row.getBinary(ordinal), at);
        }
    }

    @Override
    void value(ColumnVector vector, int row, int at) {
        if (type.equals(DataType.STRING)) {
            append(vector.getUTF8String(row), at);
        } else {
            append(vector.getBinary(row), at);
        }
    }

    @Override
    void nothing(int at) {
        end(at, 0);
    }

    private void append(UTF8String text, int at) {
        int count = text.numBytes();
        text.writeToMemory(null, room(count).address() + size);
        end(at, count);
    }

    private void append(byte[] value, int at) {
        MemorySegment.copy(value, 0, room(value.length).segment(), JAVA_BYTE, size, value.length);
        end(at, value.length);
    }

    private void end(int at, int count) {
        size += count;
        offsets().segment().setAtIndex(JAVA_INT, at + 1L, Math.toIntExact(size));
    }

    private Buffer offsets() {
        if (offsets == null) {
            offsets = pool.allocate((capacity + 1L) * Integer.BYTES, "offsets of a batch");
            offsets.segment().set(JAVA_INT, 0, 0);
        }
        return offsets;
    }

    private Buffer room(int count) {
        Buffer now = bytes;
        if (now == null || size + count > now.byteSize()) {
            now = pool.allocate(Math.max(FIRST_BYTES, Math.max(2 * size, size + count)), "text of a batch");
            if (bytes != null) {
                MemorySegment.copy(bytes.segment(), 0, now.segment(), 0, size);
                bytes.close();
            }
            bytes = now;
        }
        return now;
    }

    @Override
    boolean isFull() {
        return size >= fullBytes;
    }

    @Override
    Column build(long rows, Validity valid) {
        offsets();
        room(0);
        Offsets places = new Offsets(Objects.requireNonNull(offsets), false, rows);
        Column column = new VarColumn(type, places, Objects.requireNonNull(bytes), valid);
        offsets = null;
        bytes = null;
        size = 0;
        return column;
    }

    @Override
    public void close() {
        super.close();
        for (Buffer buffer : new @Nullable Buffer[] {offsets, bytes}) {
            if (buffer != null) {
                buffer.close();
            }
        }
        offsets = null;
        bytes = null;
    }
}
