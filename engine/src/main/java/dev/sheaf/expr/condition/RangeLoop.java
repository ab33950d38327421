package dev.sheaf.expr.condition;

import dev.sheaf.column.Layout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Tests the values of one column or two against a range each, where they lie: up to 64 rows at a time.
///
/// A bit is set, lowest first, where a value lies outside its range; differences are their own signs, as none of the
/// numbers is farther than 2^62 from zero. Two columns at once wait for each other's memory less than one after the
/// other; the pairs that have a loop of their own are those of dates, decimals and whole numbers.
enum RangeLoop {
    BYTES(Layout.INT8) {
        @Override
        long outside(MemorySegment[] columns, long[] bounds, int at, long from, int rows) {
            MemorySegment column = columns[at];
            long least = bounds[2 * at];
            long most = bounds[2 * at + 1];
            long bits = 0;
            for (int i = 0; i < rows; i++) {
                long value = column.get(ValueLayout.JAVA_BYTE, from + i);
                bits = (bits >>> 1) | ((value - least | most - value) & Long.MIN_VALUE);
            }
            return bits >>> (Long.SIZE - rows);
        }
    },
    SHORTS(Layout.INT16) {
        @Override
        long outside(MemorySegment[] columns, long[] bounds, int at, long from, int rows) {
            MemorySegment column = columns[at];
            long least = bounds[2 * at];
            long most = bounds[2 * at + 1];
            long bits = 0;
            for (int i = 0; i < rows; i++) {
                long value = column.get(ValueLayout.JAVA_SHORT_UNALIGNED, (from + i) << 1);
                bits = (bits >>> 1) | ((value - least | most - value) & Long.MIN_VALUE);
            }
            return bits >>> (Long.SIZE - rows);
        }
    },
    INTS(Layout.INT32) {
        @Override
        long outside(MemorySegment[] columns, long[] bounds, int at, long from, int rows) {
            MemorySegment column = columns[at];
            long least = bounds[2 * at];
            long most = bounds[2 * at + 1];
            long bits = 0;
            for (int i = 0; i < rows; i++) {
                long value = column.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
                bits = (bits >>> 1) | ((value - least | most - value) & Long.MIN_VALUE);
            }
            return bits >>> (Long.SIZE - rows);
        }
    },
    LONGS(Layout.INT64) {
        @Override
        long outside(MemorySegment[] columns, long[] bounds, int at, long from, int rows) {
            MemorySegment column = columns[at];
            long least = bounds[2 * at];
            long most = bounds[2 * at + 1];
            long bits = 0;
            for (int i = 0; i < rows; i++) {
                long value = column.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3);
                bits = (bits >>> 1) | ((value - least | most - value) & Long.MIN_VALUE);
            }
            return bits >>> (Long.SIZE - rows);
        }
    },
    INTS_AND_INTS(Layout.INT32, Layout.INT32) {
        @Override
        long outside(MemorySegment[] columns, long[] bounds, int at, long from, int rows) {
            MemorySegment column = columns[at];
            MemorySegment other = columns[at + 1];
            long least = bounds[2 * at];
            long most = bounds[2 * at + 1];
            long otherLeast = bounds[2 * at + 2];
            long otherMost = bounds[2 * at + 3];
            long bits = 0;
            for (int i = 0; i < rows; i++) {
                long a = column.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
                long b = other.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
                bits = (bits >>> 1) | ((a - least | most - a | b - otherLeast | otherMost - b) & Long.MIN_VALUE);
            }
            return bits >>> (Long.SIZE - rows);
        }
    },
    INTS_AND_LONGS(Layout.INT32, Layout.INT64) {
        @Override
        long outside(MemorySegment[] columns, long[] bounds, int at, long from, int rows) {
            MemorySegment column = columns[at];
            MemorySegment other = columns[at + 1];
            long least = bounds[2 * at];
            long most = bounds[2 * at + 1];
            long otherLeast = bounds[2 * at + 2];
            long otherMost = bounds[2 * at + 3];
            long bits = 0;
            for (int i = 0; i < rows; i++) {
                long a = column.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
                long b = other.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3);
                bits = (bits >>> 1) | ((a - least | most - a | b - otherLeast | otherMost - b) & Long.MIN_VALUE);
            }
            return bits >>> (Long.SIZE - rows);
        }
    },
    LONGS_AND_LONGS(Layout.INT64, Layout.INT64) {
        @Override
        long outside(MemorySegment[] columns, long[] bounds, int at, long from, int rows) {
            MemorySegment column = columns[at];
            MemorySegment other = columns[at + 1];
            long least = bounds[2 * at];
            long most = bounds[2 * at + 1];
            long otherLeast = bounds[2 * at + 2];
            long otherMost = bounds[2 * at + 3];
            long bits = 0;
            for (int i = 0; i < rows; i++) {
                long a = column.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3);
                long b = other.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3);
                bits = (bits >>> 1) | ((a - least | most - a | b - otherLeast | otherMost - b) & Long.MIN_VALUE);
            }
            return bits >>> (Long.SIZE - rows);
        }
    };

    private final Layout[] layouts;

    RangeLoop(Layout... layouts) {
        this.layouts = layouts;
    }

    /// The bits of `rows` rows, from 1 to 64, from `from` on: of the column at `at`, or of that and the one after.
    /// `bounds` has the least and the most of each column.
    abstract long outside(MemorySegment[] columns, long[] bounds, int at, long from, int rows);

    int columns() {
        return layouts.length;
    }

    private boolean takes(Layout first) {
        return layouts.length == 1 && layouts[0] == first;
    }

    private boolean takes(Layout first, Layout second) {
        return layouts.length == 2 && layouts[0] == first && layouts[1] == second;
    }

    /// The loop for a column of whole numbers of up to 64 bits, signed.
    static RangeLoop of(Layout layout) {
        for (RangeLoop loop : values()) {
            if (loop.takes(layout)) {
                return loop;
            }
        }
        throw new AssertionError(layout);
    }

    /// The loop for two columns, or for the first of them if they have none.
    static RangeLoop of(Layout layout, Layout next) {
        for (RangeLoop loop : values()) {
            if (loop.takes(layout, next)) {
                return loop;
            }
        }
        return of(layout);
    }
}
