package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import java.nio.LongBuffer;

/// Counts the rows of groups, and finds those before which a group's shift is taken or moves to its mean.
///
/// The loop that sums has no branch then. A loop over views with branches between its accesses takes three times as
/// long for good, since what a view has to be asked at each access leaves a loop without branches only.
final class ShiftRows {
    /// From so many rows on the mean is a better shift than the first value. A power of two.
    static final int FIRST_MEAN = 8;

    private int[] rows = {};
    private long[] counts = {};
    private int found;

    /// Counts the rows of a chunk in the first word of their states, which have `1 << shift` words.
    void count(int[] ids, int size, int shift, LongBuffer states) {
        if (rows.length < size) {
            rows = new int[size];
            counts = new long[size];
        }
        found = count(ids, size, shift, states, rows, counts);
    }

    private static int count(int[] ids, int size, int shift, LongBuffer states, int[] rows, long[] counts) {
        int found = 0;
        for (int i = 0; i < size; i++) {
            int at = StateColumn.FRONT_LONGS + (ids[i] << shift);
            long count = states.get(at);
            states.put(at, count + 1);
            rows[found] = i;
            counts[found] = count;
            found += ((count & (count - 1)) | (count & (FIRST_MEAN - 1))) == 0 ? 1 : 0;
        }
        return found;
    }

    /// How many of the rows are the first of their group, or come when its count has doubled.
    int found() {
        return found;
    }

    /// The row with number `i` of those found.
    int row(int i) {
        return rows[i];
    }

    /// The rows that its group had before it.
    long count(int i) {
        return counts[i];
    }
}
