package dev.sheaf.column.copy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Copies values of fixed width by the numbers of their rows.
public final class ValueCopies {
    private ValueCopies() {}

    /// Writes rows `from` to `to` of those that are taken to their places in `target`. Values have 1, 2, 4, 8 or 16
    /// bytes. A negative number takes row 0, which its null bit hides.
    public static void take(
            MemorySegment source, int width, TakenRows taken, MemorySegment target, long from, long to) {
        if (taken.isInRuns()) {
            takeRuns(source, width, taken, target, from, to);
        } else {
            take(source, width, taken.rows(), target, from, to);
        }
    }

    private static void takeRuns(
            MemorySegment source, int width, TakenRows taken, MemorySegment target, long from, long to) {
        taken.forEachRun(
                from,
                to,
                (row, place, rows) -> MemorySegment.copy(source, row * width, target, place * width, rows * width));
    }

    private static void take(
            MemorySegment source, int width, MemorySegment rows, MemorySegment target, long from, long to) {
        switch (width) {
            case 1 -> takeBytes(source, rows, target, from, to);
            case 2 -> takeShorts(source, rows, target, from, to);
            case 4 -> takeInts(source, rows, target, from, to);
            case 8 -> takeLongs(source, rows, target, from, to);
            default -> takePairs(source, rows, target, from, to);
        }
    }

    // One loop a width, each in a method of its own.
    // Layouts without alignment, lest each access tests it.

    private static void takeBytes(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            target.set(ValueLayout.JAVA_BYTE, i, source.get(ValueLayout.JAVA_BYTE, row(rows, i)));
        }
    }

    private static void takeShorts(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            short value = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, row(rows, i) << 1);
            target.set(ValueLayout.JAVA_SHORT_UNALIGNED, i << 1, value);
        }
    }

    private static void takeInts(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            int value = source.get(ValueLayout.JAVA_INT_UNALIGNED, row(rows, i) << 2);
            target.set(ValueLayout.JAVA_INT_UNALIGNED, i << 2, value);
        }
    }

    private static void takeLongs(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            long value = source.get(ValueLayout.JAVA_LONG_UNALIGNED, row(rows, i) << 3);
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, i << 3, value);
        }
    }

    private static void takePairs(MemorySegment source, MemorySegment rows, MemorySegment target, long from, long to) {
        for (long i = from; i < to; i++) {
            long at = row(rows, i) << 4;
            long low = source.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            long high = source.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES);
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, i << 4, low);
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, (i << 4) + Long.BYTES, high);
        }
    }

    private static long row(MemorySegment rows, long i) {
        return Math.max(0, rows.get(ValueLayout.JAVA_INT_UNALIGNED, i << 2));
    }
}
