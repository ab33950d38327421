package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.memory.Longs;
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

    /// The value that has rank `rank` among `size` longs from number `from` on, which are in no order afterwards and
    /// some of them lost.
    long select(Longs values, long from, int size, int rank) {
        next = Long.MAX_VALUE;
        int left = size;
        int place = rank;
        while (left > SMALL) {
            findRange(values, from, left);
            if (least == greatest) {
                next = place + 1 < left ? least : next;
                return least;
            }
            int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(greatest - least) - PART_BITS);
            Arrays.fill(parts, 0);
            count(values, from, left, least, shift, parts);
            int part = 0;
            while (place >= parts[part]) {
                place -= parts[part++];
            }
            if (parts[part] < left) {
                if (place + 1 == parts[part]) {
                    next = Math.min(next, leastBehind(values, from, left, least, shift, part));
                }
                left = keep(values, from, left, least, shift, part);
            }
        }
        sort(values, from, left);
        next = place + 1 < left ? values.get(from + place + 1) : next;
        return values.get(from + place);
    }

    /// The value behind the one selected last; the greatest long if that was the last one.
    long next() {
        return next;
    }

    private void findRange(Longs values, long from, int size) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            long value = values.get(from + i);
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
        least = low;
        greatest = high;
    }

    private static void count(Longs values, long from, int size, long least, int shift, int[] parts) {
        for (int i = 0; i < size; i++) {
            parts[(int) ((values.get(from + i) - least) >>> shift) & 0xFF]++;
        }
    }

    /// The least of the values behind a part.
    private static long leastBehind(Longs values, long from, int size, long least, int shift, int part) {
        long behind = Long.MAX_VALUE;
        for (int i = 0; i < size; i++) {
            long value = values.get(from + i);
            behind = Math.min(behind, (value - least) >>> shift > part ? value : Long.MAX_VALUE);
        }
        return behind;
    }

    /// Moves the values of a part to the front and returns how many there are.
    private static int keep(Longs values, long from, int size, long least, int shift, int part) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            long value = values.get(from + i);
            values.put(from + kept, value);
            kept += (value - least) >>> shift == part ? 1 : 0;
        }
        return kept;
    }

    private static void sort(Longs values, long from, int size) {
        for (int i = 1; i < size; i++) {
            long value = values.get(from + i);
            int at = i;
            while (at > 0 && values.get(from + at - 1) > value) {
                values.put(from + at, values.get(from + at - 1));
                at--;
            }
            values.put(from + at, value);
        }
    }
}
