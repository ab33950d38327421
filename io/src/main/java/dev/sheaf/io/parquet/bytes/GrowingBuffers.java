package dev.sheaf.io.parquet.bytes;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// Buffers that are replaced by larger ones when they are full.
public final class GrowingBuffers {
    private GrowingBuffers() {}

    /// The buffer itself if it has `needed` bytes, else one of at least twice the size with its contents; the old
    /// one is closed then.
    public static Buffer grow(Buffer buffer, long needed, MemoryPool pool, String purpose) {
        if (needed <= buffer.byteSize()) {
            return buffer;
        }
        Buffer larger = pool.allocate(Math.max(needed, 2 * buffer.byteSize()), purpose);
        MemorySegment.copy(buffer.segment(), 0, larger.segment(), 0, buffer.byteSize());
        buffer.close();
        return larger;
    }

    /// As [#grow], with zeros after the contents.
    public static Buffer growZeroed(Buffer buffer, long needed, MemoryPool pool, String purpose) {
        long before = buffer.byteSize();
        Buffer grown = grow(buffer, needed, pool, purpose);
        if (grown.byteSize() > before) {
            grown.segment().asSlice(before, grown.byteSize() - before).fill((byte) 0);
        }
        return grown;
    }
}
