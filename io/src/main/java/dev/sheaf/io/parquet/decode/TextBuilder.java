package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.Offsets;
import dev.sheaf.io.parquet.bytes.Bits;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// Strings or bytes of one batch: offsets of 4 bytes, or of 8 once 2 GiB are passed, and bytes that grow.
public final class TextBuilder implements AutoCloseable {
    private static final String PURPOSE = "Parquet text";
    private static final int FIRST_BYTES_PER_ROW = 16;

    private final MemoryPool pool;
    private int rows;
    private Buffer offsetBuffer;
    private MemorySegment offsets;
    private boolean wide;
    private Buffer byteBuffer;
    private MemorySegment bytes;
    private long capacity;
    private long size;
    private int count;

    /// Room for `rows` values.
    public TextBuilder(int rows, MemoryPool pool) {
        this.pool = pool;
        this.rows = rows;
        this.byteBuffer = pool.allocate((long) rows * FIRST_BYTES_PER_ROW + Long.BYTES, PURPOSE);
        this.offsetBuffer = offsets(rows, pool, byteBuffer);
        this.bytes = byteBuffer.segment();
        this.capacity = byteBuffer.byteSize();
        this.offsets = offsetBuffer.segment();
        this.offsets.set(Bytes.LE_INT, 0, 0);
    }

    /// Offsets for `rows` values; closes `other` if there is no memory for them.
    private static Buffer offsets(int rows, MemoryPool pool, Buffer other) {
        try {
            return pool.allocate((rows + 1L) * Integer.BYTES, PURPOSE);
        } catch (RuntimeException | Error failure) {
            other.close();
            throw failure;
        }
    }

    /// Makes room for `total` values in all.
    public void reserve(int total) {
        rows = Math.max(rows, total);
        offsetBuffer =
                GrowingBuffers.grow(offsetBuffer, (rows + 1L) * (wide ? Long.BYTES : Integer.BYTES), pool, PURPOSE);
        offsets = offsetBuffer.segment();
    }

    /// Values so far, nulls among them.
    public int count() {
        return count;
    }

    /// All bytes so far.
    public long byteSize() {
        return size;
    }

    public MemorySegment bytes() {
        return bytes;
    }

    /// Where value `index` starts.
    public long offset(int index) {
        return wide
                ? offsets.get(Bytes.LE_LONG, (long) index * Long.BYTES)
                : offsets.get(Bytes.LE_INT, (long) index * Integer.BYTES);
    }

    /// Adds a value behind which 8 more bytes can be read.
    public void append(MemorySegment source, long start, int length) {
        if (size + length + Long.BYTES > capacity) {
            grow(length);
        }
        ByteRuns.copy(source, start, length, bytes, size, capacity);
        size += length;
        count++;
        putOffset(count, size);
    }

    /// Adds empty values in place of nulls.
    public void appendNulls(int nulls) {
        for (int i = 0; i < nulls; i++) {
            putOffset(++count, size);
        }
    }

    /// Moves the last `valid` values apart to where `bits` from bit `row` on has ones among `total` rows.
    public void spread(MemorySegment bits, int row, int total, int valid) {
        int to = total;
        int from = valid;
        while (to > from) {
            putOffset(row + to, offset(row + from));
            to--;
            from -= Bits.get(bits, row + to) ? 1 : 0;
        }
        count = row + total;
    }

    private void putOffset(int index, long offset) {
        if (wide) {
            offsets.set(Bytes.LE_LONG, (long) index * Long.BYTES, offset);
        } else {
            offsets.set(Bytes.LE_INT, (long) index * Integer.BYTES, (int) offset);
        }
    }

    private void grow(int length) {
        long needed = size + length + Long.BYTES;
        Buffer larger = pool.allocate(Math.max(needed, 2 * capacity), PURPOSE);
        MemorySegment.copy(bytes, 0, larger.segment(), 0, size);
        byteBuffer.close();
        byteBuffer = larger;
        bytes = larger.segment();
        capacity = larger.byteSize();
        if (!wide && capacity > Integer.MAX_VALUE) {
            widen();
        }
    }

    private void widen() {
        Buffer wider = pool.allocate((rows + 1L) * Long.BYTES, PURPOSE);
        MemorySegment target = wider.segment();
        for (int i = 0; i <= count; i++) {
            target.set(Bytes.LE_LONG, (long) i * Long.BYTES, offset(i));
        }
        offsetBuffer.close();
        offsetBuffer = wider;
        offsets = target;
        wide = true;
    }

    /// Hands over the offsets; [#takeBytes()] hands over what they point into.
    public Offsets takeOffsets() {
        return new Offsets(offsetBuffer.retain(), wide, count);
    }

    public Buffer takeBytes() {
        return byteBuffer.slice(0, size);
    }

    @Override
    public void close() {
        byteBuffer.close();
        offsetBuffer.close();
    }
}
