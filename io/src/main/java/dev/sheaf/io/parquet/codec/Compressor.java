package dev.sheaf.io.parquet.codec;

import com.github.luben.zstd.Zstd;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.format.CompressionCodec;
import org.xerial.snappy.Snappy;

/// Compresses pages of files that are written; as [Codec] does, without native code where that is not allowed. Only
/// zstd needs it.
public enum Compressor {
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED, 1),
    SNAPPY(CompressionCodec.SNAPPY, 2.0 / 3),
    ZSTD(CompressionCodec.ZSTD, 0.9),
    GZIP(CompressionCodec.GZIP, 0.9);

    private static final int GZIP_PIECE_BYTES = 1 << 14;

    private final CompressionCodec codec;
    private final double largestShare;

    Compressor(CompressionCodec codec, double largestShare) {
        this.codec = codec;
        this.largestShare = largestShare;
    }

    /// Whether so many bytes that became so few should be stored compressed.
    ///
    /// Snappy is asked for to be fast. Prices that it makes a quarter smaller take 12 ns each to read, and 1.5 ns
    /// uncompressed: the 2 bytes saved pay for that only where storage gives less than 200 MB/s. The other codecs
    /// are asked for to save space.
    public boolean pays(long bytes, long compressedBytes) {
        return compressedBytes <= largestShare * bytes;
    }

    public CompressionCodec codec() {
        return codec;
    }

    /// The compressor of this name, in any case.
    ///
    /// @throws IllegalArgumentException if there is none, or if it needs native access that this program has not
    public static Compressor named(String name) {
        return named(name, Codec.IS_NATIVE);
    }

    static Compressor named(String name, boolean isNative) {
        for (Compressor compressor : values()) {
            if (compressor.name().equals(name.toUpperCase(Locale.ROOT))) {
                if (compressor == ZSTD && !isNative) {
                    throw new IllegalArgumentException("setting parquet.codec: zstd is written by native code, which "
                            + "this program has not allowed; use snappy or gzip, or start Java with "
                            + "--enable-native-access=ALL-UNNAMED");
                }
                return compressor;
            }
        }
        throw new IllegalArgumentException(
                "setting parquet.codec needs snappy, zstd, gzip or uncompressed, not \"" + name + "\"");
    }

    /// Appends the first `size` bytes of `source`, compressed, and returns how many they became.
    public int compress(MemorySegment source, int size, ByteOutput output) {
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
        if (Codec.IS_NATIVE) {
            NativeLibraries.snappy();
        }
        long end = Codec.IS_NATIVE
                ? output.size()
                        + Snappy.rawCompress(
                                source.address(), size, output.segment().address() + output.size())
                : SnappyBlocks.compress(source, size, output.segment(), output.size());
        output.advance(end - output.size());
    }

    private static void zstd(MemorySegment source, int size, ByteOutput output) throws IOException {
        NativeLibraries.zstd();
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
