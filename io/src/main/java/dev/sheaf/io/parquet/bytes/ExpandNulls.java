package dev.sheaf.io.parquet.bytes;

import java.nio.ByteBuffer;

/// Moves values that lie one after the other apart to the rows that have a value, in place.
///
/// Goes from the last row to the first, 32 rows a step, so that no value is overwritten before it is moved, and ends
/// where the rest lies in its place already. No branch on the validity of a row: a null gets a copy of some value.
public final class ExpandNulls {
    private static final int STEP = 32;
    private static final int ALL = -1;

    private ExpandNulls() {}

    /// Spreads `valid` values, which lie from byte `at` on, over the set bits of `rows` rows, the first of which is row
    /// `row` among the bits.
    public static void fixed(
            ByteBuffer values, int at, FixedWidth width, ByteBuffer bits, int row, int rows, int valid) {
        int bytes = width.bytes();
        int from = valid;
        for (int to = rows; to > from; ) {
            int start = Math.max(0, to - STEP);
            int word = word(bits, row + start, to - start);
            if (word == ALL) {
                from -= STEP;
                values.put(at + start * bytes, values, at + from * bytes, bytes * STEP);
            } else {
                width.spread(values, word, at + start * bytes, to - start, at + from * bytes);
                from -= Integer.bitCount(word);
            }
            to = start;
        }
    }

    /// The bits from `bit` on, at most 32.
    private static int word(ByteBuffer bits, int bit, int count) {
        return (int) (bits.getLong(bit >>> 3) >>> (bit & 7)) & (int) ((1L << count) - 1);
    }

    /// As [#fixed], for where values of various sizes end, numbers of 4 or 8 bytes: at byte `at` lies where the value
    /// of the first row begins, behind it where it ends. A null ends where the value before it does.
    public static void ends(ByteBuffer ends, int at, int width, ByteBuffer bits, int row, int rows, int valid) {
        int first = at + width;
        int from = valid;
        for (int to = rows; to > from; ) {
            int start = Math.max(0, to - STEP);
            int word = word(bits, row + start, to - start);
            if (word == ALL) {
                ends.put(first + start * width, ends, first + (from - STEP) * width, width * STEP);
            } else if (width == Integer.BYTES) {
                intEnds(ends, word, first + start * width, to - start, at + from * width);
            } else {
                longEnds(ends, word, first + start * width, to - start, at + from * width);
            }
            from -= Integer.bitCount(word);
            to = start;
        }
    }

    private static void intEnds(ByteBuffer ends, int word, int at, int rows, int last) {
        int from = last;
        for (int i = rows - 1; i >= 0; i--) {
            ends.putInt(at + (i << 2), ends.getInt(from));
            from -= (word >>> i & 1) << 2;
        }
    }

    private static void longEnds(ByteBuffer ends, int word, int at, int rows, int last) {
        int from = last;
        for (int i = rows - 1; i >= 0; i--) {
            ends.putLong(at + (i << 3), ends.getLong(from));
            from -= (word >>> i & 1) << 3;
        }
    }

    /// As [#fixed], for values of one bit from bit `row` on; a null gets 0.
    public static void bits(ByteBuffer values, ByteBuffer bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            int start = Math.max(0, to - STEP);
            int word = word(bits, row + start, to - start);
            int count = Integer.bitCount(word);
            from -= count;
            int spread = Integer.expand(word(values, row + from, count), word);
            put(values, row + start, to - start, spread);
            to = start;
        }
    }

    private static void put(ByteBuffer bits, int bit, int count, int word) {
        int at = bit >>> 3;
        int shift = bit & 7;
        long kept = bits.getLong(at) & ~(((1L << count) - 1) << shift);
        bits.putLong(at, kept | Integer.toUnsignedLong(word) << shift);
    }
}
