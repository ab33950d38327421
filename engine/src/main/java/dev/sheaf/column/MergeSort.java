package dev.sheaf.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// A stable merge sort of (prefix, row) pairs, prefixes as unsigned numbers, then by [Ties]. Uses the same range
/// of the other segments as scratch.
record MergeSort(
        Ties ties, MemorySegment rows, MemorySegment prefixes, MemorySegment otherRows, MemorySegment otherPrefixes) {
    /// Runs of this many rows are sorted by insertion before merging.
    private static final int INSERTION_RUN = 16;

    /// How rows of one prefix compare: by the keys after the prefix's if the prefix decides (not at all if
    /// there are none), else by its key and those after it.
    record Ties(
            SortPrefix prefix,
            ColumnComparator fromKey,
            @Nullable ColumnComparator afterKey) {
        int compare(long value, int a, int b) {
            if (!prefix.decides(value)) {
                return fromKey.compare(a, b);
            }
            return afterKey == null ? 0 : afterKey.compare(a, b);
        }
    }

    /// Sorts the pairs from index `from` to `to`.
    void sort(int from, int to) {
        for (int start = from; start < to; start += INSERTION_RUN) {
            insertionSort(start, Math.min(to, start + INSERTION_RUN));
        }
        boolean swapped = false;
        for (long width = INSERTION_RUN; width < to - from; width *= 2) {
            for (long start = from; start < to; start += 2 * width) {
                int middle = (int) Math.min(to, start + width);
                int end = (int) Math.min(to, start + 2 * width);
                if (swapped) {
                    merge(otherPrefixes, otherRows, prefixes, rows, (int) start, middle, end);
                } else {
                    merge(prefixes, rows, otherPrefixes, otherRows, (int) start, middle, end);
                }
            }
            swapped = !swapped;
        }
        if (swapped) {
            MemorySegment.copy(otherRows, (long) from << 2, rows, (long) from << 2, (long) (to - from) << 2);
        }
    }

    private void insertionSort(int start, int end) {
        for (int i = start + 1; i < end; i++) {
            long prefix = prefixes.get(ValueLayout.JAVA_LONG, (long) i << 3);
            int row = rows.get(ValueLayout.JAVA_INT, (long) i << 2);
            int at = i;
            while (at > start && isAfter(prefixes, rows, at - 1, prefix, row)) {
                prefixes.set(
                        ValueLayout.JAVA_LONG,
                        (long) at << 3,
                        prefixes.get(ValueLayout.JAVA_LONG, (long) (at - 1) << 3));
                rows.set(ValueLayout.JAVA_INT, (long) at << 2, rows.get(ValueLayout.JAVA_INT, (long) (at - 1) << 2));
                at--;
            }
            prefixes.set(ValueLayout.JAVA_LONG, (long) at << 3, prefix);
            rows.set(ValueLayout.JAVA_INT, (long) at << 2, row);
        }
    }

    private void merge(
            MemorySegment fromPrefixes,
            MemorySegment fromRows,
            MemorySegment toPrefixes,
            MemorySegment toRows,
            int start,
            int middle,
            int end) {
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeRight = left >= middle
                    || (right < end
                            && isAfter(
                                    fromPrefixes,
                                    fromRows,
                                    left,
                                    fromPrefixes.get(ValueLayout.JAVA_LONG, (long) right << 3),
                                    fromRows.get(ValueLayout.JAVA_INT, (long) right << 2)));
            int from = takeRight ? right++ : left++;
            toPrefixes.set(
                    ValueLayout.JAVA_LONG, (long) at << 3, fromPrefixes.get(ValueLayout.JAVA_LONG, (long) from << 3));
            toRows.set(ValueLayout.JAVA_INT, (long) at << 2, fromRows.get(ValueLayout.JAVA_INT, (long) from << 2));
        }
    }

    private boolean isAfter(MemorySegment atPrefixes, MemorySegment atRows, int index, long prefix, int row) {
        long own = atPrefixes.get(ValueLayout.JAVA_LONG, (long) index << 3);
        if (own != prefix) {
            return own + Long.MIN_VALUE > prefix + Long.MIN_VALUE;
        }
        return ties.compare(prefix, atRows.get(ValueLayout.JAVA_INT, (long) index << 2), row) > 0;
    }
}
