package dev.sheaf.column.copy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Where texts or lists start that lie one behind the other: int32, or int64 if `wide`; one more than there are
/// rows, the last where all end.
public final class Starts {
    private Starts() {}

    /// The sizes of the rows with the numbers from place `from` to `to` of `rows`, added up.
    public static long bytes(MemorySegment starts, boolean wide, MemorySegment rows, long from, long to) {
        long bytes = 0;
        for (long i = from; i < to; i++) {
            bytes += size(starts, wide, rows.get(ValueLayout.JAVA_INT_UNALIGNED, i << 2));
        }
        return bytes;
    }

    /// The size of a row; 0 for a negative number.
    public static long size(MemorySegment starts, boolean wide, int number) {
        long row = row(number);
        return (get(starts, wide, row + 1) - get(starts, wide, row)) & ~((long) number >> 63);
    }

    /// Row 0 for a negative number.
    private static long row(int number) {
        return Math.max(0, number);
    }

    /// Where a row starts.
    public static long get(MemorySegment starts, boolean wide, long row) {
        return wide
                ? starts.get(ValueLayout.JAVA_LONG_UNALIGNED, row << 3)
                : starts.get(ValueLayout.JAVA_INT_UNALIGNED, row << 2);
    }

    /// Writes where a row starts.
    public static void put(MemorySegment starts, boolean wide, long row, long start) {
        if (wide) {
            starts.set(ValueLayout.JAVA_LONG_UNALIGNED, row << 3, start);
        } else {
            starts.set(ValueLayout.JAVA_INT_UNALIGNED, row << 2, (int) start);
        }
    }

    /// Writes where the first `count` rows of an array start, from row `to` on.
    public static void putAll(long[] from, int count, MemorySegment starts, boolean wide, long to) {
        for (int i = 0; i < count; i++) {
            put(starts, wide, to + i, from[i]);
        }
    }

    /// Makes int32 of the first `count` int64, where they lie.
    public static void narrow(MemorySegment starts, long count) {
        for (long i = 0; i < count; i++) {
            put(starts, false, i, get(starts, true, i));
        }
    }

    /// Copies where `count` rows from `row` on start, each moved by `shift`, to row `to` on.
    public static void shift(
            MemorySegment starts,
            boolean wideStarts,
            long row,
            long shift,
            long count,
            MemorySegment target,
            boolean wide,
            long to) {
        if (!wideStarts && !wide) {
            shift(starts, row, (int) shift, count, target, to);
            return;
        }
        for (long i = 0; i < count; i++) {
            put(target, wide, to + i, get(starts, wideStarts, row + i) + shift);
        }
    }

    /// A loop over ints, which runs on many at once.
    private static void shift(MemorySegment starts, long row, int shift, long count, MemorySegment target, long to) {
        for (long i = 0; i < count; i++) {
            int start = starts.get(ValueLayout.JAVA_INT_UNALIGNED, (row + i) << 2);
            target.set(ValueLayout.JAVA_INT_UNALIGNED, (to + i) << 2, start + shift);
        }
    }
}
