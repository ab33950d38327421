package dev.sheaf.io.parquet.codec;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

/// Decompresses LZ4 blocks (codec LZ4_RAW), which some writers use; too small a thing to bring a library for.
///
/// A block is a sequence of: token (4 bits length of literals, 4 bits length of the match less 4), more length
/// bytes while they are 255, literals, distance of the match in 2 bytes, more length bytes. The last sequence
/// ends after its literals.
public final class Lz4 {
    private static final int MIN_MATCH = 4;
    private static final int LONG_LENGTH = 15;

    private final ByteBuffer source;
    private final int end;
    private int position;

    private Lz4(ByteBuffer source, int position, int end) {
        this.source = source;
        this.position = position;
        this.end = end;
    }

    /// Returns the number of bytes written, at most `limit`.
    ///
    /// @throws MalformedPageException if the block is broken
    public static int decompress(ByteBuffer source, int start, int end, ByteBuffer target, int limit) {
        return new Lz4(source, start, end).decompress(target, limit);
    }

    private int decompress(ByteBuffer target, int limit) {
        int written = 0;
        while (position < end) {
            int token = nextByte();
            int literals = length(token >>> 4);
            check(literals <= end - position && literals <= limit - written);
            target.put(written, source, position, literals);
            position += literals;
            written += literals;
            if (position == end) {
                return written;
            }
            int distance = nextByte() | nextByte() << 8;
            int match = length(token & LONG_LENGTH) + MIN_MATCH;
            check(distance > 0 && distance <= written && match <= limit - written);
            repeat(target, written, distance, match);
            written += match;
        }
        return written;
    }

    /// Copies from `distance` bytes before; when that overlaps, what was just written repeats.
    private static void repeat(ByteBuffer target, int at, int distance, int count) {
        if (distance >= count) {
            target.put(at, target, at - distance, count);
            return;
        }
        for (int i = at; i < at + count; i++) {
            target.put(i, target.get(i - distance));
        }
    }

    /// A length; where it says more than the numbers of 32 bits, as much as they can.
    private int length(int first) {
        long length = first;
        int more = first == LONG_LENGTH ? 255 : 0;
        while (more == 255) {
            more = nextByte();
            length += more;
        }
        return (int) Math.min(length, Integer.MAX_VALUE - MIN_MATCH);
    }

    private int nextByte() {
        check(position < end);
        return Byte.toUnsignedInt(source.get(position++));
    }

    private static void check(boolean fits) {
        if (!fits) {
            throw new MalformedPageException("a page cannot be decompressed by LZ4_RAW");
        }
    }
}
