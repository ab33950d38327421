package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Bytes that are appended and stay where they are, in one piece of pool memory that grows by half of itself:
/// what all heaps of a run may grow by at once is what groups must leave free.
public final class ByteHeap implements AutoCloseable {
    private static final long FIRST_BYTES = 256;

    /// Up to so many bytes, a loop over words is faster than a call.
    private static final long MAX_WORDWISE = 64;

    private final MemoryPool pool;
    private final String purpose;
    private @Nullable Buffer buffer;
    private MemorySegment segment = MemorySegment.NULL;
    private long size;

    public ByteHeap(MemoryPool pool, String purpose) {
        this.pool = pool;
        this.purpose = purpose;
    }

    public MemorySegment segment() {
        return segment;
    }

    public long size() {
        return size;
    }

    /// Makes room for `count` bytes and returns where they start; the caller writes them to [#segment()].
    public long reserve(long count) {
        long start = size;
        if (buffer == null || start + count > buffer.byteSize()) {
            long needed = start + count;
            Buffer larger = pool.allocate(Math.max(FIRST_BYTES, needed + (needed >> 1)), purpose);
            MemorySegment.copy(segment, 0, larger.segment(), 0, start);
            close();
            buffer = larger;
            segment = larger.segment();
        }
        size = start + count;
        return start;
    }

    /// Copies `count` bytes to the end and returns where they start.
    public long append(MemorySegment source, long offset, long count) {
        long start = reserve(count);
        copy(source, offset, count, segment, start);
        return start;
    }

    /// Copies bytes, a few in words, of which the last one may be read and written past the end.
    public static void copy(MemorySegment source, long from, long count, MemorySegment target, long to) {
        if (count > MAX_WORDWISE) {
            MemorySegment.copy(source, from, target, to, count);
            return;
        }
        for (long at = 0; at < count; at += Long.BYTES) {
            long word = source.get(ValueLayout.JAVA_LONG_UNALIGNED, from + at);
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, to + at, word);
        }
    }

    /// The bytes so far, sharing the memory; to be closed on its own.
    public Buffer view() {
        return buffer == null ? pool.allocate(0, purpose) : buffer.slice(0, size);
    }

    /// Forgets what lies behind the first `bytes`.
    public void shrink(long bytes) {
        size = bytes;
    }

    public void clear() {
        size = 0;
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
    }
}
