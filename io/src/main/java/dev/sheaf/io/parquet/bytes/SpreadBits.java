package dev.sheaf.io.parquet.bytes;

import java.nio.ByteBuffer;

/// Takes bit-packed numbers apart and moves them to the rows that have one, in one pass without a branch on a row.
///
/// The validity of eight rows says which of the next eight numbers each row gets: a table has the places, and a word
/// with the numbers is shifted by each. Wider numbers come four from a word, or one.
public final class SpreadBits {
    /// Eight numbers fit a word.
    private static final int EIGHTS = 8;

    /// Four numbers that begin inside a byte fit one load.
    private static final int FOURS = 14;

    /// For each eight bits of validity a byte a row, the first row's lowest: how many rows before it have a number.
    /// Rows behind the last one that has a number share that one, so that no bits behind it are taken for one.
    private static final long[] PLACES = places();

    private SpreadBits() {}

    private static long[] places() {
        long[] places = new long[1 << Byte.SIZE];
        for (int set = 1; set < places.length; set++) {
            int last = Integer.bitCount(set) - 1;
            for (int row = 0; row < Byte.SIZE; row++) {
                int before = Integer.bitCount(set & ((1 << row) - 1));
                places[set] |= (long) Math.min(before, last) << (row * Byte.SIZE);
            }
        }
        return places;
    }

    /// Reads numbers of `width` bits, at most 32, from bit `bit` on to `target` from index `at` on: one for each row
    /// of a set bit among the `rows` from bit `row` of `valid` on. The others get 0 or the number of a row nearby.
    /// Both views have 8 readable bytes behind what is read.
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
        long next = bit;
        for (int i = 0; i < rows; i += 8) {
            int set = set(valid, row + i);
            long numbers = word(source, next);
            long shifts = PLACES[set] * width;
            int field = field(width, set);
            int to = at + i;
            target[to] = (int) (numbers >>> shifts) & field;
            target[to + 1] = (int) (numbers >>> (shifts >>> 8)) & field;
            target[to + 2] = (int) (numbers >>> (shifts >>> 16)) & field;
            target[to + 3] = (int) (numbers >>> (shifts >>> 24)) & field;
            target[to + 4] = (int) (numbers >>> (shifts >>> 32)) & field;
            target[to + 5] = (int) (numbers >>> (shifts >>> 40)) & field;
            target[to + 6] = (int) (numbers >>> (shifts >>> 48)) & field;
            target[to + 7] = (int) (numbers >>> (shifts >>> 56)) & field;
            next += (long) Integer.bitCount(set) * width;
        }
        return next;
    }

    private static long fours(
            ByteBuffer source, long bit, int width, ByteBuffer valid, int row, int[] target, int at, int rows) {
        long next = bit;
        for (int i = 0; i < rows; i += 8) {
            int set = set(valid, row + i);
            four(word(source, next), width, set & 0xF, target, at + i);
            next += (long) Integer.bitCount(set & 0xF) * width;
            four(word(source, next), width, set >>> 4, target, at + i + 4);
            next += (long) Integer.bitCount(set >>> 4) * width;
        }
        return next;
    }

    private static void four(long numbers, int width, int set, int[] target, int to) {
        int shifts = (int) PLACES[set] * width;
        int field = field(width, set);
        target[to] = (int) (numbers >>> shifts) & field;
        target[to + 1] = (int) (numbers >>> (shifts >>> 8)) & field;
        target[to + 2] = (int) (numbers >>> (shifts >>> 16)) & field;
        target[to + 3] = (int) (numbers >>> (shifts >>> 24)) & field;
    }

    /// The bits of a number; none if no row has one.
    private static int field(int width, int set) {
        return ((1 << width) - 1) & (-set >> 31);
    }

    private static long ones(
            ByteBuffer source, long bit, int width, ByteBuffer valid, int row, int[] target, int at, int rows) {
        int field = (int) ((1L << width) - 1);
        long next = bit;
        for (int i = 0; i < rows; i++) {
            int set = valid.get((row + i) >>> 3) >>> (row + i & 7) & 1;
            target[at + i] = (int) word(source, next) & field & -set;
            next += (long) set * width;
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
