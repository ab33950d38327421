package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Bytes;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Bytes that are appended and stay where they are, in one piece of pool memory that grows by half of itself:
/// what all heaps of a run may grow by at once is what groups must leave free.
public final class ByteHeap implements AutoCloseable {
    private static final long FIRST_BYTES = 256;

    private final MemoryPool pool;
    private final String purpose;
    private @Nullable Buffer buffer;
    private MemorySegment segment = MemorySegment.NULL;
    private Bytes bytes = Bytes.of(segment);
    private Longs longs = Longs.of(segment);
    private long size;

    public ByteHeap(MemoryPool pool, String purpose) {
        this.pool = pool;
        this.purpose = purpose;
    }

    public MemorySegment segment() {
        return segment;
    }

    /// The bytes for loops; others after [#reserve].
    public Bytes bytes() {
        return bytes;
    }

    /// The same as longs.
    public Longs longs() {
        return longs;
    }

    public long size() {
        return size;
    }

    /// Up to so many bytes there are before memory grows.
    public long room() {
        return buffer == null ? 0 : buffer.byteSize();
    }

    /// Makes room for `count` bytes and returns where they start; the caller writes them to [#segment()].
    public long reserve(long count) {
        long start = size;
        if (start + count > room() || buffer == null) {
            grow(start + count);
        }
        size = start + count;
        return start;
    }

    /// A method of its own: what allocates is not compiled into loops that append.
    private void grow(long needed) {
        Buffer larger = pool.allocate(Math.max(FIRST_BYTES, needed + (needed >> 1)), purpose);
        MemorySegment.copy(segment, 0, larger.segment(), 0, size);
        close();
        buffer = larger;
        segment = larger.segment();
        bytes = Bytes.of(segment);
        longs = Longs.of(segment);
    }

    /// Copies `count` bytes to the end and returns where they start.
    public long append(MemorySegment source, long offset, long count) {
        long start = reserve(count);
        MemorySegment.copy(source, offset, segment, start, count);
        return start;
    }

    /// The bytes so far, sharing the memory; to be closed on its own.
    public Buffer view() {
        return buffer == null ? pool.allocate(0, purpose) : buffer.slice(0, size);
    }

    /// Forgets what lies behind the first `bytes`.
    public void shrink(long bytes) {
        size = bytes;
    }

    /// Forgets all bytes. Views stay as they are: memory that one of them shares is let go.
    public void clear() {
        if (buffer != null && buffer.owner().viewCount() > 1) {
            close();
        }
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
