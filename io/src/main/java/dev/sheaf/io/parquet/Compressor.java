package dev.sheaf.io.parquet;

import com.github.luben.zstd.Zstd;
import dev.sheaf.io.zstd.ZstdEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.CompressionCodec;
import org.xerial.snappy.Snappy;

/// Compresses pages of files that are written; as [Codec] does, without native code where that is not allowed.
enum Compressor {
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED),
    SNAPPY(CompressionCodec.SNAPPY),
    ZSTD(CompressionCodec.ZSTD),
    GZIP(CompressionCodec.GZIP);

    private static final int GZIP_PIECE_BYTES = 1 << 14;

    private final CompressionCodec codec;

    Compressor(CompressionCodec codec) {
        this.codec = codec;
    }

    CompressionCodec codec() {
        return codec;
    }

    /// The compressor of this name, in any case.
    ///
    /// @throws IllegalArgumentException if there is none
    static Compressor named(String name) {
        for (Compressor compressor : values()) {
            if (compressor.name().equals(name.toUpperCase(Locale.ROOT))) {
                return compressor;
            }
        }
        throw new IllegalArgumentException(
                "setting parquet.codec needs snappy, zstd, gzip or uncompressed, not \"" + name + "\"");
    }

    /// Appends the first `size` bytes of `source`, compressed, and returns how many they became.
    int compress(MemorySegment source, int size, ByteOutput output) {
        long before = output.size();
        try {
            switch (this) {
                case UNCOMPRESSED -> output.write(source, 0, size);
                case SNAPPY -> snappy(source, size, output);
                case ZSTD -> zstd(source, size, output);
                case GZIP -> gzip(source, size, output);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot compress a page by " + this, failure);
        }
        return Math.toIntExact(output.size() - before);
    }

    private static void snappy(MemorySegment source, int size, ByteOutput output) throws IOException {
        output.reserve(SnappyBlocks.maxCompressedBytes(size));
        long end = Codec.IS_NATIVE
                ? output.size()
                        + Snappy.rawCompress(
                                source.address(), size, output.segment().address() + output.size())
                : SnappyBlocks.compress(source, size, output.segment(), output.size());
        output.advance(end - output.size());
    }

    private static void zstd(MemorySegment source, int size, ByteOutput output) throws IOException {
        if (!Codec.IS_NATIVE) {
            output.reserve(ZstdEncoder.maxCompressedSize(size));
            long end = new ZstdEncoder().compress(source, size, output.segment(), output.size());
            output.advance(end - output.size());
            return;
        }
        long bound = Zstd.compressBound(size);
        output.reserve(bound);
        long written = Zstd.compressUnsafe(
                output.segment().address() + output.size(),
                bound,
                source.address(),
                size,
                Zstd.defaultCompressionLevel());
        if (Zstd.isError(written)) {
            throw new IOException(Zstd.getErrorName(written));
        }
        output.advance(written);
    }

    private static void gzip(MemorySegment source, int size, ByteOutput output) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(GZIP_PIECE_BYTES);
        byte[] piece = new byte[GZIP_PIECE_BYTES];
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int done = 0; done < size; done += piece.length) {
                int some = Math.min(piece.length, size - done);
                MemorySegment.copy(source, ValueLayout.JAVA_BYTE, done, piece, 0, some);
                gzip.write(piece, 0, some);
                flush(bytes, output);
            }
        }
        flush(bytes, output);
    }

    private static void flush(ByteArrayOutputStream bytes, ByteOutput output) {
        output.write(bytes.toByteArray(), bytes.size());
        bytes.reset();
    }
}
