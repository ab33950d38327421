package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.codec.Codec;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.apache.parquet.format.CompressionCodec;

/// The bytes of one page after the other, decompressed into memory that is used again.
final class PageBytes implements AutoCloseable {
    private final CompressionCodec compression;
    private final Codec codec;
    private final MemoryPool pool;
    private Buffer decompressed;

    PageBytes(CompressionCodec compression, MemoryPool pool) {
        this.compression = compression;
        this.codec = new Codec(compression);
        this.pool = pool;
        this.decompressed = pool.allocate(0, "Parquet page");
    }

    /// A stretch of memory.
    record Located(MemorySegment segment, long start, long end) {
        /// The next bytes of a chunk, where they are.
        static Located next(ChunkInput input, int size) {
            return new Located(input.segment(), input.position(), input.position() + (long) size);
        }
    }

    /// Decompresses the next `size` bytes, which are not skipped; uncompressed ones stay where they are. Valid until
    /// the next call.
    Located of(ChunkInput input, int size, int expected) {
        MemorySegment source = input.segment();
        int from = input.position();
        if (size == 0 && expected == 0) {
            return Located.next(input, 0);
        }
        codec.checkPlausible(source, from, size, expected);
        if (compression == CompressionCodec.UNCOMPRESSED) {
            return Located.next(input, size);
        }
        if (expected > decompressed.byteSize()) {
            Buffer larger = pool.allocate(expected, "Parquet page");
            decompressed.close();
            decompressed = larger;
        }
        codec.decompress(source, from, size, decompressed.segment(), expected);
        return new Located(decompressed.segment(), 0, expected);
    }

    @Override
    public void close() {
        decompressed.close();
    }
}
