package dev.sheaf.io.parquet.codec;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The snappy format, in Java, for programs that have not allowed native access: there the JVM prints a warning
/// when a native library is loaded, and snappy is the codec that nearly every Parquet file has. Half as fast as
/// the library.
///
/// A block is its decompressed size as a varint, then elements: literals, and copies of what was written before,
/// told apart by the two low bits of a tag byte. Sizes of literals are 1 to 2^32 bytes, of copies 1 to 64.
///
/// Source: the format description that comes with snappy (format_description.txt). The compressor is the greedy
/// one of the reference: 64 KiB at a time, one hash table of 4-byte sequences, steps that grow while nothing
/// matches.
final class SnappyBlocks {
    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt LE_INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort LE_SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int LITERAL = 0;
    private static final int COPY_1 = 1;
    private static final int COPY_2 = 2;

    /// Literal sizes from here on stand in bytes of their own.
    private static final int LONG_LITERAL = 60;

    private static final int BLOCK_BYTES = 1 << 16;
    private static final int HASH_BITS = 14;
    private static final int HASH_MULTIPLIER = 0x1E35A7BD;
    private static final int MAX_COPY = 64;

    /// Bytes left in source and target that allow the fast way: the longest copy and two words.
    private static final int ROOM = MAX_COPY + 2 * Long.BYTES;

    /// The last bytes of a block go out as literals, so that the search may load words.
    private static final int SEARCH_MARGIN = 15;

    private SnappyBlocks() {}

    /// The most bytes that `size` bytes can compress to.
    static long maxCompressedBytes(long size) {
        return 32 + size + size / 6;
    }

    /// Decompresses the block in `[start, end)` and returns the number of bytes written, at most `limit`.
    ///
    /// @throws MalformedPageException if the block is broken
    static long decompress(MemorySegment source, long start, long end, MemorySegment target, long limit) {
        long position = start;
        long declared = 0;
        for (int shift = 0; ; shift += 7) {
            check(position < end && shift < 35);
            byte piece = source.get(ValueLayout.JAVA_BYTE, position++);
            declared |= (piece & 0x7FL) << shift;
            if (piece >= 0) {
                break;
            }
        }
        check(declared <= limit);
        check(elements(source, position, end, target, declared) == declared);
        return declared;
    }

    /// The loop over elements, kept whole: it decides the speed of reading. Away from the ends of source and
    /// target, where words may be read and written past what is meant, short elements take two words without a
    /// loop.
    private static long elements(MemorySegment source, long start, long end, MemorySegment target, long limit) {
        long position = start;
        long written = 0;
        while (position < end) {
            int tag = Byte.toUnsignedInt(source.get(ValueLayout.JAVA_BYTE, position++));
            boolean roomy = end - position >= ROOM && limit - written >= ROOM;
            int kind = tag & 3;
            if (kind == LITERAL) {
                long size = (tag >>> 2) + 1L;
                if (roomy && size <= 2 * Long.BYTES) {
                    target.set(LE_LONG, written, source.get(LE_LONG, position));
                    target.set(LE_LONG, written + Long.BYTES, source.get(LE_LONG, position + Long.BYTES));
                    position += size;
                    written += size;
                    continue;
                }
                if (size > LONG_LITERAL) {
                    int bytes = (int) size - LONG_LITERAL;
                    check(end - position >= bytes);
                    size = littleEndian(source, position, bytes) + 1;
                    position += bytes;
                }
                check(size <= end - position && size <= limit - written);
                MemorySegment.copy(source, position, target, written, size);
                position += size;
                written += size;
                continue;
            }
            int size = kind == COPY_1 ? (tag >>> 2 & 7) + 4 : (tag >>> 2) + 1;
            int distanceBytes = kind == COPY_1 ? 1 : kind == COPY_2 ? 2 : 4;
            long high = kind == COPY_1 ? (tag & 0xE0L) << 3 : 0;
            if (roomy) {
                long distance = high | (source.get(LE_LONG, position) & (1L << (distanceBytes * Byte.SIZE)) - 1);
                position += distanceBytes;
                check(distance > 0 && distance <= written);
                if (distance >= Long.BYTES) {
                    long from = written - distance;
                    target.set(LE_LONG, written, target.get(LE_LONG, from));
                    target.set(LE_LONG, written + Long.BYTES, target.get(LE_LONG, from + Long.BYTES));
                    for (int done = 2 * Long.BYTES; done < size; done += Long.BYTES) {
                        target.set(LE_LONG, written + done, target.get(LE_LONG, from + done));
                    }
                } else {
                    repeat(target, written, distance, size);
                }
                written += size;
                continue;
            }
            check(end - position >= distanceBytes);
            long distance = high | littleEndian(source, position, distanceBytes);
            position += distanceBytes;
            check(distance > 0 && distance <= written && size <= limit - written);
            repeat(target, written, distance, size);
            written += size;
        }
        return written;
    }

    private static long littleEndian(MemorySegment source, long position, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= Byte.toUnsignedLong(source.get(ValueLayout.JAVA_BYTE, position + i)) << (i * Byte.SIZE);
        }
        return value;
    }

    /// Copies from `distance` bytes before; when that overlaps, what was just written repeats.
    private static void repeat(MemorySegment target, long at, long distance, int size) {
        for (long i = at; i < at + size; i++) {
            target.set(ValueLayout.JAVA_BYTE, i, target.get(ValueLayout.JAVA_BYTE, i - distance));
        }
    }

    private static void check(boolean fits) {
        if (!fits) {
            throw new MalformedPageException("a page cannot be decompressed by SNAPPY");
        }
    }

    /// Compresses the first `size` bytes of `source` to `target` from `at` on, where [#maxCompressedBytes] have
    /// room, and returns where they end.
    static long compress(MemorySegment source, int size, MemorySegment target, long at) {
        Compression compression = new Compression(source, target, at);
        compression.varint(size);
        for (int start = 0; start < size; start += BLOCK_BYTES) {
            compression.block(start, Math.min(size, start + BLOCK_BYTES));
        }
        return compression.output;
    }

    /// One run of the compressor.
    private static final class Compression {
        private final MemorySegment source;
        private final MemorySegment target;
        private final short[] table = new short[1 << HASH_BITS];
        private long output;

        Compression(MemorySegment source, MemorySegment target, long output) {
            this.source = source;
            this.target = target;
            this.output = output;
        }

        void varint(int value) {
            int left = value;
            while ((left & ~0x7F) != 0) {
                put(left | 0x80);
                left >>>= 7;
            }
            put(left);
        }

        /// Positions in the table count from the start of the block, so that they fit a short.
        void block(int start, int end) {
            java.util.Arrays.fill(table, (short) 0);
            int literalsFrom = start;
            int position = start + 1;
            int searchEnd = end - SEARCH_MARGIN;
            int misses = 32;
            while (position < searchEnd) {
                int word = source.get(LE_INT, position);
                int slot = (word * HASH_MULTIPLIER) >>> (Integer.SIZE - HASH_BITS);
                int candidate = start + Short.toUnsignedInt(table[slot]);
                table[slot] = (short) (position - start);
                if (candidate >= position || source.get(LE_INT, candidate) != word) {
                    position += misses++ >>> 5;
                    continue;
                }
                int length = matchLength(candidate, position, end);
                literal(literalsFrom, position);
                copies(position - candidate, length);
                position += length;
                literalsFrom = position;
                misses = 32;
            }
            literal(literalsFrom, end);
        }

        private int matchLength(int candidate, int position, int end) {
            int length = Integer.BYTES;
            while (position + length + Long.BYTES <= end) {
                long difference = source.get(LE_LONG, candidate + length) ^ source.get(LE_LONG, position + length);
                if (difference != 0) {
                    return length + (Long.numberOfTrailingZeros(difference) >>> 3);
                }
                length += Long.BYTES;
            }
            while (position + length < end
                    && source.get(ValueLayout.JAVA_BYTE, candidate + length)
                            == source.get(ValueLayout.JAVA_BYTE, position + length)) {
                length++;
            }
            return length;
        }

        private void literal(int from, int to) {
            int size = to - from;
            if (size == 0) {
                return;
            }
            int code = size - 1;
            if (code < LONG_LITERAL) {
                put(code << 2 | LITERAL);
            } else {
                int bytes = code < 1 << 8 ? 1 : 2;
                put((LONG_LITERAL - 1 + bytes) << 2 | LITERAL);
                target.set(LE_SHORT, output, (short) code);
                output += bytes;
            }
            MemorySegment.copy(source, from, target, output, size);
            output += size;
        }

        /// Copies of at most 64 bytes each; none but the last is shorter than 4, the least that a one-byte
        /// distance can say.
        private void copies(int distance, int length) {
            int left = length;
            while (left >= MAX_COPY + 4) {
                longCopy(distance, MAX_COPY);
                left -= MAX_COPY;
            }
            if (left > MAX_COPY) {
                longCopy(distance, MAX_COPY - 4);
                left -= MAX_COPY - 4;
            }
            if (left < 12 && distance < 1 << 11) {
                put(distance >>> 8 << 5 | (left - 4) << 2 | COPY_1);
                put(distance);
            } else {
                longCopy(distance, left);
            }
        }

        private void longCopy(int distance, int length) {
            put((length - 1) << 2 | COPY_2);
            target.set(LE_SHORT, output, (short) distance);
            output += Short.BYTES;
        }

        private void put(int value) {
            target.set(ValueLayout.JAVA_BYTE, output++, (byte) value);
        }
    }
}
