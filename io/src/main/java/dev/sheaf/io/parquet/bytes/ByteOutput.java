package dev.sheaf.io.parquet.bytes;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Bytes in memory that grow at the end.
public final class ByteOutput implements AutoCloseable {
    private final MemoryPool pool;
    private final String purpose;
    private Buffer buffer;
    private MemorySegment segment;
    private long size;

    public ByteOutput(MemoryPool pool, String purpose) {
        this.pool = pool;
        this.purpose = purpose;
        this.buffer = pool.allocate(0, purpose);
        this.segment = buffer.segment();
    }

    /// Another one for the same owner, which closes `first` if there is no memory for it.
    public static ByteOutput after(ByteOutput first, MemoryPool pool, String purpose) {
        try {
            return new ByteOutput(pool, purpose);
        } catch (RuntimeException | Error failure) {
            first.close();
            throw failure;
        }
    }

    public long size() {
        return size;
    }

    /// The bytes, with 8 more that can be written; valid until more are reserved.
    public MemorySegment segment() {
        return segment;
    }

    /// Makes room for `count` bytes more and 8 bytes of slack after them.
    public void reserve(long count) {
        if (size + count + Long.BYTES > buffer.byteSize()) {
            buffer = GrowingBuffers.grow(buffer, size + count + Long.BYTES, pool, purpose);
            segment = buffer.segment();
        }
    }

    /// As [#reserve], with zeros in the room and in the slack.
    public void reserveZeroed(long count) {
        reserve(count);
        segment.asSlice(size, count + Long.BYTES).fill((byte) 0);
    }

    /// Counts bytes as written that the caller has put after the last ones, in room reserved before.
    public void advance(long count) {
        size += count;
    }

    void clear() {
        size = 0;
    }

    public void writeByte(int value) {
        reserve(1);
        segment.set(ValueLayout.JAVA_BYTE, size++, (byte) value);
    }

    public void writeInt(int value) {
        reserve(Integer.BYTES);
        segment.set(Bytes.LE_INT, size, value);
        size += Integer.BYTES;
    }

    public void writeVarint(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            writeByte((int) ((left & 0x7F) | 0x80));
            left >>>= 7;
        }
        writeByte((int) left);
    }

    public void write(byte[] bytes, int count) {
        reserve(count);
        MemorySegment.copy(bytes, 0, segment, ValueLayout.JAVA_BYTE, size, count);
        size += count;
    }

    public void write(MemorySegment source, long from, long count) {
        reserve(count);
        MemorySegment.copy(source, from, segment, size, count);
        size += count;
    }

    @Override
    public void close() {
        buffer.close();
    }
}
