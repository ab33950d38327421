package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.parquet.codec.Codec;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import org.apache.parquet.format.CompressionCodec;

/// The bytes of one page after the other, decompressed into memory that is used again.
final class PageBytes implements AutoCloseable {
    /// What one view shows, less the bytes that decoders may read behind a page.
    private static final long MOST_BYTES = Views.MAX_BYTES - Buffer.READABLE_PADDING;

    private final CompressionCodec compression;
    private final Codec codec;
    private final MemoryPool pool;
    private Buffer decompressed;
    private ByteBuffer view;

    PageBytes(CompressionCodec compression, MemoryPool pool) {
        this.compression = compression;
        this.codec = new Codec(compression);
        this.pool = pool;
        this.decompressed = pool.allocate(0, "Parquet page");
        this.view = Views.bytes(decompressed.segment());
    }

    /// Refuses a page of which no view shows all bytes, compressed or not.
    static void checkSize(int bytes) {
        if (bytes > MOST_BYTES) {
            throw new MalformedPageException("a page of " + bytes + " bytes, more than " + MOST_BYTES);
        }
    }

    /// A stretch of memory, with 8 readable bytes behind it.
    record Located(ByteBuffer bytes, int start, int end) {
        /// The next bytes of a chunk, where they are.
        static Located next(ChunkInput input, int size) {
            int start = input.show(size);
            return new Located(input.bytes(), start, start + size);
        }
    }

    /// Decompresses the next `size` bytes, which are not skipped; uncompressed ones stay where they are. Valid until
    /// the next call.
    Located of(ChunkInput input, int size, int expected) {
        if (size == 0 && expected == 0) {
            return Located.next(input, 0);
        }
        codec.checkPlausible(input.segment(), input.position(), size, expected);
        checkSize(expected);
        if (compression == CompressionCodec.UNCOMPRESSED) {
            return Located.next(input, size);
        }
        if (expected > decompressed.byteSize()) {
            Buffer larger = pool.allocate(expected, "Parquet page");
            decompressed.close();
            decompressed = larger;
            view = Views.bytes(larger.segment(), 0, (long) expected + Buffer.READABLE_PADDING);
        }
        codec.decompress(input.segment(), input.position(), size, decompressed.segment(), expected);
        return new Located(view, 0, expected);
    }

    @Override
    public void close() {
        decompressed.close();
    }
}
