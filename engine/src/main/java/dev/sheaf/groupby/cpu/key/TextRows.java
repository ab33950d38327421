package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compares texts of a column with each other, many pairs at a time: first sizes and both ends of all, in a loop
/// without branches, so that waiting for one overlaps with the others, then what is between, which is in the cache.
final class TextRows {
    private static final int OTHER_SIZE = 2;

    private final VarColumn column;
    private final boolean nulls;
    private final long[] starts;
    private final long[] otherStarts;
    private final long[] sizes;

    /// Texts of which at most so many pairs are compared at a time.
    TextRows(VarColumn column, int pairs) {
        this.column = column;
        this.nulls = !column.validity().allValid();
        this.starts = new long[pairs];
        this.otherStarts = new long[pairs];
        this.sizes = new long[pairs];
    }

    /// Marks pairs that differ with 1. What lies under a null is not looked at if the first of a pair is one.
    void compare(int[] rows, int[] others, int count, byte[] differs) {
        if (column.offsets().wide()) {
            loadWide(rows, others, count, differs);
        } else {
            load(column.offsets().segment(), rows, others, count, starts, otherStarts, sizes, differs);
        }
        if (nulls) {
            skipNulls(rows, count, differs);
        }
        compareEnds(column.segment(), starts, otherStarts, sizes, count, differs);
        for (int k = 0; k < count; k++) {
            if (differs[k] == 0 && sizes[k] > 2 * Long.BYTES) {
                differs[k] = (byte) (sameMiddle(column.segment(), starts[k], otherStarts[k], sizes[k]) ? 0 : 1);
            }
        }
    }

    /// Writes where texts start and their sizes, and adds [#OTHER_SIZE], until ends are compared, to what is known of
    /// pairs of other sizes.
    private static void load(
            MemorySegment offsets,
            int[] rows,
            int[] others,
            int count,
            long[] starts,
            long[] otherStarts,
            long[] sizes,
            byte[] differs) {
        for (int k = 0; k < count; k++) {
            long at = (long) rows[k] << 2;
            long other = (long) others[k] << 2;
            int start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            int otherStart = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, other);
            int size = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4) - start;
            int otherSize = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, other + 4) - otherStart;
            starts[k] = start;
            otherStarts[k] = otherStart;
            sizes[k] = size;
            differs[k] |= (byte) (size == otherSize ? 0 : OTHER_SIZE);
        }
    }

    private void loadWide(int[] rows, int[] others, int count, byte[] differs) {
        for (int k = 0; k < count; k++) {
            starts[k] = column.offsets().start(rows[k]);
            otherStarts[k] = column.offsets().start(others[k]);
            sizes[k] = column.offsets().size(rows[k]);
            differs[k] |= (byte) (sizes[k] == column.offsets().size(others[k]) ? 0 : OTHER_SIZE);
        }
    }

    /// Under nulls there is no text, whatever size it has.
    private void skipNulls(int[] rows, int count, byte[] differs) {
        for (int k = 0; k < count; k++) {
            if (column.isNull(rows[k])) {
                sizes[k] = 0;
                differs[k] &= (byte) ~OTHER_SIZE;
            }
        }
    }

    /// Compares the first and the last eight bytes, or all of fewer. Pairs of other sizes are compared within the
    /// smaller of both, which does not matter; buffers may be read a word past their end.
    private static void compareEnds(
            MemorySegment bytes, long[] starts, long[] otherStarts, long[] sizes, int count, byte[] differs) {
        for (int k = 0; k < count; k++) {
            long size = differs[k] == 0 ? sizes[k] : 0;
            long mask = size >= Long.BYTES ? -1 : (1L << (size << 3)) - 1;
            long end = Math.max(0, size - Long.BYTES);
            long head = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, starts[k])
                    ^ bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, otherStarts[k]);
            long tail = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, starts[k] + end)
                    ^ bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, otherStarts[k] + end);
            boolean same = differs[k] == 0 && ((head | tail) & mask) == 0;
            differs[k] = (byte) (same ? 0 : 1);
        }
    }

    private static boolean sameMiddle(MemorySegment bytes, long start, long other, long size) {
        for (long at = Long.BYTES; at < size - Long.BYTES; at += Long.BYTES) {
            if (bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start + at)
                    != bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, other + at)) {
                return false;
            }
        }
        return true;
    }
}
