package dev.sheaf.io.parquet.bytes;

import java.nio.ByteBuffer;

/// Takes bit-packed numbers apart and moves them to the rows that have one, in one pass without a branch on a row.
///
/// The validity of eight rows says to which lanes of a word their numbers belong: [Long#expand] moves the bits there,
/// wherever in a byte they begin. Wider numbers come four from a load, or one.
public final class SpreadBits {
    /// Eight numbers fit a word.
    private static final int EIGHTS = 8;

    /// Four numbers that begin inside a byte fit one load.
    private static final int FOURS = 14;

    private static final long BYTES = 0x0101_0101_0101_0101L;
    private static final long SHORTS = 0x0001_0001_0001_0001L;

    private SpreadBits() {}

    /// Reads numbers of `width` bits, at most 32, from bit `bit` on to `target` from index `at` on: one for each row
    /// of a set bit among the `rows` from bit `row` of `valid` on, and 0 for the others. Both views have 8 readable
    /// bytes behind what is read.
    ///
    /// Returns the bit behind the last number.
    public static long unpack(
            ByteBuffer source, long bit, int width, ByteBuffer valid, int row, int[] target, int at, int rows) {
        int whole = width <= FOURS ? rows & -8 : 0;
        long next = width <= EIGHTS
                ? eights(source, bit, width, valid, row, target, at, whole)
                : fours(source, bit, width, valid, row, target, at, whole);
        return ones(source, next, width, valid, row + whole, target, at + whole, rows - whole);
    }

    private static long eights(
            ByteBuffer source, long bit, int width, ByteBuffer valid, int row, int[] target, int at, int rows) {
        long field = (1L << width) - 1;
        long next = bit;
        for (int i = 0; i < rows; i += 8) {
            int set = set(valid, row + i);
            long numbers = Long.expand(word(source, next), Long.expand(set, BYTES) * field);
            int to = at + i;
            target[to] = (int) numbers & 0xFF;
            target[to + 1] = (int) (numbers >>> 8) & 0xFF;
            target[to + 2] = (int) (numbers >>> 16) & 0xFF;
            target[to + 3] = (int) (numbers >>> 24) & 0xFF;
            target[to + 4] = (int) (numbers >>> 32) & 0xFF;
            target[to + 5] = (int) (numbers >>> 40) & 0xFF;
            target[to + 6] = (int) (numbers >>> 48) & 0xFF;
            target[to + 7] = (int) (numbers >>> 56);
            next += Integer.bitCount(set) * width;
        }
        return next;
    }

    private static long fours(
            ByteBuffer source, long bit, int width, ByteBuffer valid, int row, int[] target, int at, int rows) {
        long next = bit;
        for (int i = 0; i < rows; i += 8) {
            int set = set(valid, row + i);
            next = four(source, next, width, set & 0xF, target, at + i);
            next = four(source, next, width, set >>> 4, target, at + i + 4);
        }
        return next;
    }

    private static long four(ByteBuffer source, long bit, int width, int set, int[] target, int to) {
        long field = (1L << width) - 1;
        long numbers = Long.expand(word(source, bit), Long.expand(set, SHORTS) * field);
        target[to] = (int) numbers & 0xFFFF;
        target[to + 1] = (int) (numbers >>> 16) & 0xFFFF;
        target[to + 2] = (int) (numbers >>> 32) & 0xFFFF;
        target[to + 3] = (int) (numbers >>> 48);
        return bit + Integer.bitCount(set) * width;
    }

    private static long ones(
            ByteBuffer source, long bit, int width, ByteBuffer valid, int row, int[] target, int at, int rows) {
        int field = (int) ((1L << width) - 1);
        long next = bit;
        for (int i = 0; i < rows; i++) {
            int set = valid.get((row + i) >>> 3) >>> (row + i & 7) & 1;
            target[at + i] = (int) word(source, next) & field & -set;
            next += set * width;
        }
        return next;
    }

    /// The eight bits from bit `row` on.
    private static int set(ByteBuffer valid, int row) {
        return valid.getShort(row >>> 3) >>> (row & 7) & 0xFF;
    }

    private static long word(ByteBuffer bits, long bit) {
        return bits.getLong((int) (bit >>> 3)) >>> (bit & 7);
    }
}
