package dev.sheaf.io.parquet.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Moves values that lie one after the other apart to the rows that have a value, in place.
///
/// Goes from the last row to the first, so that no value is overwritten before it is moved, and ends where the
/// rest lies in its place already. No branch on the validity of a row: a null gets a copy of some value.
public final class ExpandNulls {
    private ExpandNulls() {}

    /// Spreads `valid` values of `width` bytes from row `row` on over the set bits of `rows` rows.
    public static void fixed(MemorySegment values, int width, MemorySegment bits, int row, int rows, int valid) {
        switch (width) {
            case 1 -> bytes(values, bits, row, rows, valid);
            case 2 -> shorts(values, bits, row, rows, valid);
            case 4 -> ints(values, bits, row, rows, valid);
            case 8 -> longs(values, bits, row, rows, valid);
            default -> pairs(values, bits, row, rows, valid);
        }
    }

    private static int bit(MemorySegment bits, long bit) {
        return bits.get(ValueLayout.JAVA_BYTE, bit >>> 3) >>> (bit & 7) & 1;
    }

    private static void bytes(MemorySegment values, MemorySegment bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            to--;
            from -= bit(bits, row + to);
            values.set(ValueLayout.JAVA_BYTE, row + to, values.get(ValueLayout.JAVA_BYTE, row + from));
        }
    }

    private static void shorts(MemorySegment values, MemorySegment bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            to--;
            from -= bit(bits, row + to);
            values.set(Bytes.LE_SHORT, (row + to) * 2L, values.get(Bytes.LE_SHORT, (row + from) * 2L));
        }
    }

    private static void ints(MemorySegment values, MemorySegment bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            to--;
            from -= bit(bits, row + to);
            values.set(Bytes.LE_INT, (row + to) * 4L, values.get(Bytes.LE_INT, (row + from) * 4L));
        }
    }

    private static void longs(MemorySegment values, MemorySegment bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            to--;
            from -= bit(bits, row + to);
            values.set(Bytes.LE_LONG, (row + to) * 8L, values.get(Bytes.LE_LONG, (row + from) * 8L));
        }
    }

    private static void pairs(MemorySegment values, MemorySegment bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            to--;
            from -= bit(bits, row + to);
            values.set(Bytes.LE_LONG, (row + to) * 16L, values.get(Bytes.LE_LONG, (row + from) * 16L));
            values.set(Bytes.LE_LONG, (row + to) * 16L + 8, values.get(Bytes.LE_LONG, (row + from) * 16L + 8));
        }
    }

    /// As [#fixed], for values of one bit.
    public static void bits(MemorySegment values, MemorySegment bits, int row, int rows, int valid) {
        int from = valid;
        for (int to = rows; to > from; ) {
            to--;
            from -= bit(bits, row + to);
            if (Bits.get(values, row + from)) {
                Bits.set(values, row + to);
            } else {
                Bits.clear(values, row + to);
            }
        }
    }
}
