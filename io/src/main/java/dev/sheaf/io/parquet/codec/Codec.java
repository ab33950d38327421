package dev.sheaf.io.parquet.codec;

import com.github.luben.zstd.Zstd;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.io.zstd.ZstdDecoder;
import dev.sheaf.io.zstd.ZstdFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.format.CompressionCodec;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/// Decompresses the pages of one column chunk from native to native memory.
///
/// The libraries of snappy and zstd are native code, for which the JVM prints a warning in programs that have not
/// allowed native access; those read by [SnappyBlocks] and [ZstdDecoder] instead, at about half the speed.
public final class Codec {
    /// What a byte can become at most: snappy copies 64 bytes for 3, LZ4 255 for each, deflate 1032.
    private static final int SNAPPY_RATIO = 24;

    private static final int LZ4_RATIO = 256;
    private static final int GZIP_RATIO = 1040;
    private static final int PIECE_BYTES = 1 << 14;

    /// Whether native libraries may be loaded without a warning from the JVM.
    static final boolean IS_NATIVE = Codec.class.getModule().isNativeAccessEnabled();

    private final CompressionCodec codec;
    private final boolean isNative;
    private @Nullable ZstdDecoder zstd;

    public Codec(CompressionCodec codec) {
        this(codec, IS_NATIVE);
    }

    Codec(CompressionCodec codec, boolean isNative) {
        this.codec = codec;
        this.isNative = isNative;
    }

    /// @throws MalformedPageException if so few bytes cannot become `expected`, which is checked before memory is taken
    /// for them
    public void checkPlausible(MemorySegment source, long from, int size, int expected) {
        boolean plausible = switch (codec) {
            case UNCOMPRESSED -> size == expected;
            case SNAPPY -> expected <= 64L + (long) size * SNAPPY_RATIO;
            case LZ4_RAW -> expected <= 64L + (long) size * LZ4_RATIO;
            case GZIP -> expected <= 64L + (long) size * GZIP_RATIO;
            case ZSTD -> size > 0 && expected <= mostOfZstd(source, from, size);
            case BROTLI -> expected <= 64L + (long) size * GZIP_RATIO || becomes(source, from, size, expected);
            case LZO, LZ4 -> true;
        };
        if (!plausible) {
            throw new MalformedPageException(
                    "a page of " + size + " bytes cannot be " + expected + " bytes compressed by " + codec);
        }
    }

    private long mostOfZstd(MemorySegment source, long from, int size) {
        try {
            return ZstdDecoder.maxContentSize(source, from, from + size);
        } catch (ZstdFormatException broken) {
            throw damage(broken);
        }
    }

    /// Brotli sets no bound of use, three bytes can become 16 million: what is much is decoded once to be counted.
    private boolean becomes(MemorySegment source, long from, int size, int expected) {
        try {
            return Brotli.length(stream(source, from, size), expected) == expected;
        } catch (IOException broken) {
            throw damage(broken);
        }
    }

    private MalformedPageException damage(Exception broken) {
        MalformedPageException damage = new MalformedPageException(
                "a page cannot be decompressed by " + codec + " (" + broken.getMessage() + ")");
        damage.initCause(broken);
        return damage;
    }

    public static boolean isSupported(CompressionCodec codec) {
        return switch (codec) {
            case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW -> true;
            case BROTLI -> Brotli.IS_THERE;
            case LZO, LZ4 -> false;
        };
    }

    /// Decompresses `size` bytes into exactly `expected`.
    ///
    /// @throws MalformedPageException if they do not become that
    public void decompress(MemorySegment source, long from, int size, MemorySegment target, int expected) {
        try {
            long written = switch (codec) {
                case SNAPPY -> snappy(source, from, size, target, expected);
                case ZSTD -> zstd(source, from, size, target, expected);
                case GZIP -> stream(new GZIPInputStream(stream(source, from, size)), target, expected);
                case BROTLI -> stream(Brotli.open(stream(source, from, size)), target, expected);
                case LZ4_RAW -> Lz4.decompress(source, from, from + size, target, expected);
                case UNCOMPRESSED, LZO, LZ4 -> throw new AssertionError(codec);
            };
            if (written != expected) {
                throw new MalformedPageException("a page decompresses to " + written + " bytes, not " + expected);
            }
        } catch (IOException | ZstdFormatException broken) {
            throw damage(broken);
        }
    }

    private long snappy(MemorySegment source, long from, int size, MemorySegment target, int expected)
            throws IOException {
        if (!isNative) {
            return SnappyBlocks.decompress(source, from, from + size, target, expected);
        }
        NativeLibraries.snappy();
        long address = source.address() + from;
        long length = Snappy.uncompressedLength(address, size);
        return length == expected ? Snappy.rawUncompress(address, size, target.address()) : length;
    }

    private long zstd(MemorySegment source, long from, int size, MemorySegment target, int expected)
            throws IOException {
        if (!isNative) {
            ZstdDecoder decoder = zstd == null ? new ZstdDecoder() : zstd;
            zstd = decoder;
            return decoder.decompress(source, from, from + size, target, expected);
        }
        NativeLibraries.zstd();
        long written = Zstd.decompressUnsafe(target.address(), expected, source.address() + from, size);
        if (Zstd.isError(written)) {
            throw new IOException(Zstd.getErrorName(written));
        }
        return written;
    }

    private static InputStream stream(MemorySegment source, long from, int size) {
        return new SegmentInputStream(source, from, from + size);
    }

    private static long stream(InputStream decompressed, MemorySegment target, int expected) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        long written = 0;
        try (InputStream input = decompressed) {
            int read;
            while ((read = input.read(piece)) > 0) {
                if (read > expected - written) {
                    throw new IOException("more bytes than declared");
                }
                MemorySegment.copy(piece, 0, target, ValueLayout.JAVA_BYTE, written, read);
                written += read;
            }
        }
        return written;
    }

    /// A stretch of memory as a stream.
    private static final class SegmentInputStream extends InputStream {
        private final MemorySegment bytes;
        private final long end;
        private long position;

        SegmentInputStream(MemorySegment bytes, long start, long end) {
            this.bytes = bytes;
            this.position = start;
            this.end = end;
        }

        @Override
        public int read() {
            return position < end ? Byte.toUnsignedInt(bytes.get(ValueLayout.JAVA_BYTE, position++)) : -1;
        }

        @Override
        public int read(byte[] target, int offset, int count) {
            int some = (int) Math.min(count, end - position);
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, position, target, offset, some);
            position += some;
            return some == 0 && count > 0 ? -1 : some;
        }

        @Override
        public int available() {
            return (int) (end - position);
        }
    }
}
