package dev.sheaf.io.parquet.codec;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Decompresses LZ4 blocks (codec LZ4_RAW), which some writers use; too small a thing to bring a library for.
///
/// A block is a sequence of: token (4 bits length of literals, 4 bits length of the match less 4), more length
/// bytes while they are 255, literals, distance of the match in 2 bytes, more length bytes. The last sequence
/// ends after its literals.
public final class Lz4 {
    private static final int MIN_MATCH = 4;
    private static final int LONG_LENGTH = 15;

    private final MemorySegment source;
    private final long end;
    private long position;

    private Lz4(MemorySegment source, long position, long end) {
        this.source = source;
        this.position = position;
        this.end = end;
    }

    /// Returns the number of bytes written, at most `limit`.
    ///
    /// @throws MalformedPageException if the block is broken
    public static long decompress(MemorySegment source, long start, long end, MemorySegment target, long limit) {
        return new Lz4(source, start, end).decompress(target, limit);
    }

    private long decompress(MemorySegment target, long limit) {
        long written = 0;
        while (position < end) {
            int token = nextByte();
            long literals = length(token >>> 4);
            check(literals <= end - position && literals <= limit - written);
            MemorySegment.copy(source, position, target, written, literals);
            position += literals;
            written += literals;
            if (position == end) {
                return written;
            }
            int distance = nextByte() | nextByte() << 8;
            long match = length(token & LONG_LENGTH) + MIN_MATCH;
            check(distance > 0 && distance <= written && match <= limit - written);
            repeat(target, written, distance, match);
            written += match;
        }
        return written;
    }

    /// Copies from `distance` bytes before; when that overlaps, what was just written repeats.
    private static void repeat(MemorySegment target, long at, int distance, long count) {
        if (distance >= count) {
            MemorySegment.copy(target, at - distance, target, at, count);
            return;
        }
        for (long i = at; i < at + count; i++) {
            target.set(ValueLayout.JAVA_BYTE, i, target.get(ValueLayout.JAVA_BYTE, i - distance));
        }
    }

    private long length(int first) {
        long length = first;
        int more = first == LONG_LENGTH ? 255 : 0;
        while (more == 255) {
            more = nextByte();
            length += more;
        }
        return length;
    }

    private int nextByte() {
        check(position < end);
        return Byte.toUnsignedInt(source.get(ValueLayout.JAVA_BYTE, position++));
    }

    private static void check(boolean fits) {
        if (!fits) {
            throw new MalformedPageException("a page cannot be decompressed by LZ4_RAW");
        }
    }
}
