package dev.sheaf.order;

import static dev.sheaf.order.Distribution.setWord;
import static dev.sheaf.order.Distribution.wordAt;
import static dev.sheaf.order.GroupPlaces.get;
import static dev.sheaf.order.GroupPlaces.set;

import dev.sheaf.column.ColumnComparator;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A stable merge sort of (word, row) pairs: by the words as unsigned numbers, then by `ties`. Uses the same range
/// of the other segments as scratch.
record MergeSort(
        MemorySegment rows,
        MemorySegment words,
        MemorySegment otherRows,
        MemorySegment otherWords,
        @Nullable ColumnComparator ties) {
    /// Runs of this many rows are sorted by insertion before merging.
    private static final int INSERTION_RUN = 16;

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
                    merge(otherWords, otherRows, words, rows, (int) start, middle, end);
                } else {
                    merge(words, rows, otherWords, otherRows, (int) start, middle, end);
                }
            }
            swapped = !swapped;
        }
        if (swapped) {
            MemorySegment.copy(otherRows, (long) from << 2, rows, (long) from << 2, (long) (to - from) << 2);
            MemorySegment.copy(otherWords, (long) from << 3, words, (long) from << 3, (long) (to - from) << 3);
        }
    }

    private void insertionSort(int start, int end) {
        for (int i = start + 1; i < end; i++) {
            long value = wordAt(words, i);
            int row = get(rows, i);
            int at = i;
            while (at > start && isAfter(words, rows, at - 1, value, row)) {
                setWord(words, at, wordAt(words, at - 1));
                set(rows, at, get(rows, at - 1));
                at--;
            }
            setWord(words, at, value);
            set(rows, at, row);
        }
    }

    private void merge(
            MemorySegment fromWords,
            MemorySegment fromRows,
            MemorySegment toWords,
            MemorySegment toRows,
            int start,
            int middle,
            int end) {
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeRight = left >= middle
                    || (right < end
                            && isAfter(fromWords, fromRows, left, wordAt(fromWords, right), get(fromRows, right)));
            int from = takeRight ? right++ : left++;
            setWord(toWords, at, wordAt(fromWords, from));
            set(toRows, at, get(fromRows, from));
        }
    }

    private boolean isAfter(MemorySegment atWords, MemorySegment atRows, int index, long value, int row) {
        long own = wordAt(atWords, index);
        if (own != value) {
            return own + Long.MIN_VALUE > value + Long.MIN_VALUE;
        }
        return ties != null && ties.compare(get(atRows, index), row) > 0;
    }
}
