package dev.sheaf.io.parquet.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Moves values that lie one after the other apart to the rows that have a value, in place.
///
/// Goes from the last row to the first, 32 rows a step, so that no value is overwritten before it is moved, and ends
/// where the rest lies in its place already. No branch on the validity of a row: a null gets a copy of some value.
public final class ExpandNulls {
    private static final int STEP = 32;
    private static final int ALL = -1;

    private ExpandNulls() {}

    /// Spreads `valid` values of `width` bytes from row `row` on over the set bits of `rows` rows.
    public static void fixed(MemorySegment values, int width, MemorySegment bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            int start = Math.max(0, to - STEP);
            int word = word(bits, row + start, to - start);
            if (word == ALL) {
                from -= STEP;
                long bytes = (long) width * STEP;
                MemorySegment.copy(values, (long) (row + from) * width, values, (long) (row + start) * width, bytes);
            } else {
                move(values, width, word, row + start, to - start, row + from);
                from -= Integer.bitCount(word);
            }
            to = start;
        }
    }

    /// The bits from `bit` on, at most 32.
    private static int word(MemorySegment bits, long bit, int count) {
        return (int) (bits.get(Bytes.LE_LONG, bit >>> 3) >>> (bit & 7)) & (int) ((1L << count) - 1);
    }

    /// Moves the values that end at row `end` to the set bits of a word, whose first is row `row`.
    private static void move(MemorySegment values, int width, int word, int row, int rows, int end) {
        switch (width) {
            case 1 -> bytes(values, word, row, rows, end);
            case 2 -> shorts(values, word, row, rows, end);
            case 4 -> ints(values, word, row, rows, end);
            case 8 -> longs(values, word, row, rows, end);
            default -> pairs(values, word, row, rows, end);
        }
    }

    private static void bytes(MemorySegment values, int word, int row, int rows, int end) {
        int from = end;
        for (int i = rows - 1; i >= 0; i--) {
            from -= word >>> i & 1;
            values.set(ValueLayout.JAVA_BYTE, row + i, values.get(ValueLayout.JAVA_BYTE, from));
        }
    }

    private static void shorts(MemorySegment values, int word, int row, int rows, int end) {
        int from = end;
        for (int i = rows - 1; i >= 0; i--) {
            from -= word >>> i & 1;
            values.set(Bytes.LE_SHORT, (row + i) * 2L, values.get(Bytes.LE_SHORT, from * 2L));
        }
    }

    private static void ints(MemorySegment values, int word, int row, int rows, int end) {
        int from = end;
        for (int i = rows - 1; i >= 0; i--) {
            from -= word >>> i & 1;
            values.set(Bytes.LE_INT, (row + i) * 4L, values.get(Bytes.LE_INT, from * 4L));
        }
    }

    private static void longs(MemorySegment values, int word, int row, int rows, int end) {
        int from = end;
        for (int i = rows - 1; i >= 0; i--) {
            from -= word >>> i & 1;
            values.set(Bytes.LE_LONG, (row + i) * 8L, values.get(Bytes.LE_LONG, from * 8L));
        }
    }

    private static void pairs(MemorySegment values, int word, int row, int rows, int end) {
        int from = end;
        for (int i = rows - 1; i >= 0; i--) {
            from -= word >>> i & 1;
            values.set(Bytes.LE_LONG, (row + i) * 16L, values.get(Bytes.LE_LONG, from * 16L));
            values.set(Bytes.LE_LONG, (row + i) * 16L + 8, values.get(Bytes.LE_LONG, from * 16L + 8));
        }
    }

    /// As [#fixed], for where values of various sizes end, numbers of 4 or 8 bytes: that of the value of row 0 is
    /// number 1, and number 0 is where it begins. A null ends where the value before it does.
    public static void ends(MemorySegment ends, int width, MemorySegment bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            int start = Math.max(0, to - STEP);
            int word = word(bits, row + start, to - start);
            if (word == ALL) {
                long read = (row + from - STEP + 1L) * width;
                MemorySegment.copy(ends, read, ends, (row + start + 1L) * width, (long) width * STEP);
            } else if (width == Integer.BYTES) {
                intEnds(ends, word, row + start, to - start, row + from);
            } else {
                longEnds(ends, word, row + start, to - start, row + from);
            }
            from -= Integer.bitCount(word);
            to = start;
        }
    }

    private static void intEnds(MemorySegment ends, int word, int row, int rows, int last) {
        int from = last;
        for (int i = rows - 1; i >= 0; i--) {
            ends.set(Bytes.LE_INT, (row + i + 1) * 4L, ends.get(Bytes.LE_INT, from * 4L));
            from -= word >>> i & 1;
        }
    }

    private static void longEnds(MemorySegment ends, int word, int row, int rows, int last) {
        int from = last;
        for (int i = rows - 1; i >= 0; i--) {
            ends.set(Bytes.LE_LONG, (row + i + 1) * 8L, ends.get(Bytes.LE_LONG, from * 8L));
            from -= word >>> i & 1;
        }
    }

    /// As [#fixed], for values of one bit; a null gets 0.
    public static void bits(MemorySegment values, MemorySegment bits, int row, int rows, int valid) {
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

    private static void put(MemorySegment bits, long bit, int count, int word) {
        int shift = (int) (bit & 7);
        long kept = bits.get(Bytes.LE_LONG, bit >>> 3) & ~(((1L << count) - 1) << shift);
        bits.set(Bytes.LE_LONG, bit >>> 3, kept | Integer.toUnsignedLong(word) << shift);
    }
}
