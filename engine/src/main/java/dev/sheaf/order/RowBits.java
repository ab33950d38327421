package dev.sheaf.order;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// A bit for each row of a block.
final class RowBits {
    private RowBits() {}

    static void set(long[] bits, int row) {
        bits[row >>> 6] |= 1L << row;
    }

    /// Writes the numbers of the rows that are set, of a block that begins with row `start`, to `rows` from
    /// index `at` on, rising; clears them, and returns where the next go.
    static int write(long[] bits, int start, MemorySegment rows, int at) {
        int next = at;
        for (int word = 0; word < bits.length; word++) {
            for (long left = bits[word]; left != 0; left &= left - 1) {
                int row = start + (word << 6) + Long.numberOfTrailingZeros(left);
                rows.set(ValueLayout.JAVA_INT, (long) next++ << 2, row);
            }
        }
        Arrays.fill(bits, 0);
        return next;
    }
}
