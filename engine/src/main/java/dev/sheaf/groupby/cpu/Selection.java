package dev.sheaf.groupby.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds the value of a rank by partitioning around pivots (Hoare's quickselect).
final class Selection {
    /// Ranges of this size and less are sorted by insertion.
    private static final int SMALL = 16;

    private Selection() {}

    /// The value that has rank `rank` among the first `size` longs. Afterwards the smaller ones lie before that
    /// place and the larger ones behind it. Cost: O(size) expected, whatever the order of the values.
    static long select(MemorySegment values, int size, int rank) {
        int low = 0;
        int high = size - 1;
        long random = 0x9E3779B97F4A7C15L ^ size;
        while (high - low >= SMALL) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            long pivot = pivot(values, low, high, random >>> 33);
            int left = low;
            int right = high;
            while (left <= right) {
                while (get(values, left) < pivot) {
                    left++;
                }
                while (get(values, right) > pivot) {
                    right--;
                }
                if (left <= right) {
                    swap(values, left++, right--);
                }
            }
            if (rank <= right) {
                high = right;
            } else if (rank >= left) {
                low = left;
            } else {
                return get(values, rank);
            }
        }
        sort(values, low, high);
        return get(values, rank);
    }

    /// The median of three values at random places: no order of the values is a bad one.
    private static long pivot(MemorySegment values, int low, int high, long random) {
        int span = high - low + 1;
        long a = get(values, low + (int) (random % span));
        long b = get(values, low + (int) ((random >>> 7) % span));
        long c = get(values, low + (int) ((random >>> 15) % span));
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private static void sort(MemorySegment values, int low, int high) {
        for (int i = low + 1; i <= high; i++) {
            long value = get(values, i);
            int at = i;
            while (at > low && get(values, at - 1) > value) {
                set(values, at, get(values, at - 1));
                at--;
            }
            set(values, at, value);
        }
    }

    private static void swap(MemorySegment values, int a, int b) {
        long value = get(values, a);
        set(values, a, get(values, b));
        set(values, b, value);
    }

    private static long get(MemorySegment values, int index) {
        return values.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) index << 3);
    }

    private static void set(MemorySegment values, int index, long value) {
        values.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) index << 3, value);
    }
}
