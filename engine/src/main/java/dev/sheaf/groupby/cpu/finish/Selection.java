package dev.sheaf.groupby.cpu.finish;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Finds the values of a rank and of the one behind it, by narrowing a range of values.
///
/// A pass counts how many values lie in each of 256 equal parts of the range from the least to the greatest; a
/// second keeps those of the part that holds the rank. No branch depends on a value, which is what makes it several
/// times faster than partitioning around pivots. Every round divides the range by 256, so that eight rounds are the
/// most there can be, whatever the order of the values and however often they repeat; uniform values take one. One
/// instance serves one thread.
final class Selection {
    /// So few values are sorted by insertion.
    private static final int SMALL = 24;

    private static final int PART_BITS = 8;

    private final int[] parts = new int[1 << PART_BITS];
    private long least;
    private long greatest;
    private long next;

    /// The value that has rank `rank` among the first `size` longs, which are in no order afterwards and some
    /// of them lost.
    long select(MemorySegment values, int size, int rank) {
        next = Long.MAX_VALUE;
        int left = size;
        int place = rank;
        while (left > SMALL) {
            findRange(values, left);
            if (least == greatest) {
                next = place + 1 < left ? least : next;
                return least;
            }
            int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(greatest - least) - PART_BITS);
            Arrays.fill(parts, 0);
            count(values, left, least, shift, parts);
            int part = 0;
            while (place >= parts[part]) {
                place -= parts[part++];
            }
            if (parts[part] < left) {
                if (place + 1 == parts[part]) {
                    next = Math.min(next, leastBehind(values, left, least, shift, part));
                }
                left = keep(values, left, least, shift, part);
            }
        }
        sort(values, left);
        next = place + 1 < left ? get(values, place + 1) : next;
        return get(values, place);
    }

    /// The value behind the one selected last; the greatest long if that was the last one.
    long next() {
        return next;
    }

    private void findRange(MemorySegment values, int size) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            long value = values.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i << 3);
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
        least = low;
        greatest = high;
    }

    private static void count(MemorySegment values, int size, long least, int shift, int[] parts) {
        for (int i = 0; i < size; i++) {
            long value = values.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i << 3);
            parts[(int) ((value - least) >>> shift) & 0xFF]++;
        }
    }

    /// The least of the values behind a part.
    private static long leastBehind(MemorySegment values, int size, long least, int shift, int part) {
        long behind = Long.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            long value = values.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i << 3);
            behind = Math.min(behind, (value - least) >>> shift > part ? value : Long.MAX_VALUE);
        }
        return behind;
    }

    /// Moves the values of a part to the front and returns how many there are.
    private static int keep(MemorySegment values, int size, long least, int shift, int part) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            long value = values.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i << 3);
            values.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) kept << 3, value);
            kept += (value - least) >>> shift == part ? 1 : 0;
        }
        return kept;
    }

    private static void sort(MemorySegment values, int size) {
        for (int i = 1; i < size; i++) {
            long value = get(values, i);
            int at = i;
            while (at > 0 && get(values, at - 1) > value) {
                set(values, at, get(values, at - 1));
                at--;
            }
            set(values, at, value);
        }
    }

    private static long get(MemorySegment values, int index) {
        return values.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) index << 3);
    }

    private static void set(MemorySegment values, int index, long value) {
        values.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) index << 3, value);
    }
}
