package dev.sheaf.order;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import org.jspecify.annotations.Nullable;

/// A stable merge sort of (word, row) pairs: by the words as unsigned numbers, then by `ties`. Uses the same range
/// of the others as scratch.
record MergeSort(
        Ints rows,
        Longs words,
        Ints otherRows,
        Longs otherWords,
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
            rows.copy(from, otherRows, from, to - from);
            words.copy(from, otherWords, from, to - from);
        }
    }

    private void insertionSort(int start, int end) {
        for (int i = start + 1; i < end; i++) {
            long value = words.get(i);
            int row = rows.get(i);
            int at = i;
            while (at > start && isAfter(words, rows, at - 1, value, row)) {
                words.put(at, words.get(at - 1));
                rows.put(at, rows.get(at - 1));
                at--;
            }
            words.put(at, value);
            rows.put(at, row);
        }
    }

    private void merge(Longs fromWords, Ints fromRows, Longs toWords, Ints toRows, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int at = start; at < end; at++) {
            boolean takeRight = left >= middle
                    || (right < end && isAfter(fromWords, fromRows, left, fromWords.get(right), fromRows.get(right)));
            int from = takeRight ? right++ : left++;
            toWords.put(at, fromWords.get(from));
            toRows.put(at, fromRows.get(from));
        }
    }

    private boolean isAfter(Longs atWords, Ints atRows, int index, long value, int row) {
        long own = atWords.get(index);
        if (own != value) {
            return own + Long.MIN_VALUE > value + Long.MIN_VALUE;
        }
        return ties != null && ties.compare(atRows.get(index), row) > 0;
    }
}
