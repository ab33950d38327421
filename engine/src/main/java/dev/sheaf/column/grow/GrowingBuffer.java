package dev.sheaf.column.grow;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Bytes that grow at the end, by doubling.
public final class GrowingBuffer implements AutoCloseable {
    private static final long FIRST_BYTES = 1024;

    private final MemoryPool pool;
    private final String purpose;
    private Buffer buffer;
    private MemorySegment segment;
    private long size;

    public GrowingBuffer(MemoryPool pool, String purpose) {
        this.pool = pool;
        this.purpose = purpose;
        this.buffer = pool.allocate(0, purpose);
        this.segment = buffer.segment();
    }

    /// So many empty buffers or, if one cannot be had, none.
    public static GrowingBuffer[] several(int count, MemoryPool pool, String purpose) {
        GrowingBuffer[] buffers = new GrowingBuffer[count];
        int made = 0;
        try {
            while (made < count) {
                buffers[made] = new GrowingBuffer(pool, purpose);
                made++;
            }
            return buffers;
        } catch (RuntimeException | Error failure) {
            for (int i = 0; i < made; i++) {
                buffers[i].close();
            }
            throw failure;
        }
    }

    public long size() {
        return size;
    }

    public void appendByte(byte value) {
        long at = grow(Byte.BYTES);
        segment.set(ValueLayout.JAVA_BYTE, at, value);
    }

    public void appendShort(short value) {
        long at = grow(Short.BYTES);
        segment.set(ValueLayout.JAVA_SHORT, at, value);
    }

    public void appendInt(int value) {
        long at = grow(Integer.BYTES);
        segment.set(ValueLayout.JAVA_INT, at, value);
    }

    public void appendLong(long value) {
        long at = grow(Long.BYTES);
        segment.set(ValueLayout.JAVA_LONG, at, value);
    }

    public void appendZeros(long count) {
        long at = grow(count);
        segment.asSlice(at, count).fill((byte) 0);
    }

    public void append(MemorySegment source, long offset, long count) {
        long at = grow(count);
        MemorySegment.copy(source, offset, segment, at, count);
    }

    /// Sets bit `index`, which must be the one after the last.
    public void appendBit(long index, boolean value) {
        if ((index & 7) == 0) {
            appendByte((byte) 0);
        }
        if (value) {
            byte before = segment.get(ValueLayout.JAVA_BYTE, index >>> 3);
            segment.set(ValueLayout.JAVA_BYTE, index >>> 3, (byte) (before | 1 << (index & 7)));
        }
    }

    /// The eight bytes of the number `index`.
    public long longAt(long index) {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    /// Takes back what lies from byte `bytes` on.
    public void truncate(long bytes) {
        size = bytes;
    }

    /// Takes back the bits from `bits` on.
    public void truncateBits(long bits) {
        size = (bits + 7) >>> 3;
        if ((bits & 7) != 0) {
            byte last = segment.get(ValueLayout.JAVA_BYTE, size - 1);
            segment.set(ValueLayout.JAVA_BYTE, size - 1, (byte) (last & (1 << (bits & 7)) - 1));
        }
    }

    /// Hands over the first `bytes` bytes and ends this buffer.
    public Buffer build(long bytes) {
        try (Buffer whole = buffer) {
            return whole.slice(0, bytes);
        }
    }

    @Override
    public void close() {
        buffer.close();
    }

    /// Makes room for `count` more bytes and returns where they start. `segment` may be another one afterwards.
    private long grow(long count) {
        long start = size;
        if (start + count > buffer.byteSize()) {
            Buffer larger = pool.allocate(Math.max(FIRST_BYTES, 2 * (start + count)), purpose);
            MemorySegment.copy(segment, 0, larger.segment(), 0, start);
            buffer.close();
            buffer = larger;
            segment = larger.segment();
        }
        size = start + count;
        return start;
    }
}
