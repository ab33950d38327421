package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.GrowingBuffers;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Memory in which the values of a page are put together that do not lie there in one piece. The decoders of one page
/// after the other use it, which takes nothing for pages of other encodings.
final class PageScratch implements AutoCloseable {
    private static final String PURPOSE = "Parquet scratch";

    private final MemoryPool pool;
    private @Nullable Buffer buffer;
    private ByteBuffer bytes = ByteBuffer.allocateDirect(0);

    PageScratch(MemoryPool pool) {
        this.pool = pool;
    }

    /// The memory, with room for `size` bytes and 8 more. It keeps what it has; after a call with another size the view
    /// may be another one.
    ByteBuffer bytes(int size) {
        long needed = (long) size + Long.BYTES;
        if (needed > bytes.capacity()) {
            if (needed > Views.MAX_BYTES) {
                throw new MalformedPageException("values of " + size + " bytes in one page");
            }
            Buffer before = buffer == null ? pool.allocate(0, PURPOSE) : buffer;
            Buffer larger = GrowingBuffers.grow(before, needed, pool, PURPOSE);
            buffer = larger;
            bytes = Views.bytes(larger.segment(), 0, Math.min(larger.byteSize(), Views.MAX_BYTES));
        }
        return bytes;
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
        }
    }
}
