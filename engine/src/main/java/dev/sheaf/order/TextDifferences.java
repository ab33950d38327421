package dev.sheaf.order;

import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.RunPlaces;
import java.util.Optional;

/// The bits in which texts differ, by words of eight bytes, zeros behind their ends, and how much they differ in size.
final class TextDifferences {
    /// Longer texts are not looked at.
    private static final int MOST_WORDS = 8;

    private final VarColumn text;
    private final LimbRange rows;
    private final long start;
    private final long size;
    private final long[] masks = new long[MOST_WORDS];
    private long least;
    private long most;

    /// The differences of no texts from the one that lies at `start`.
    private TextDifferences(VarColumn text, LimbRange rows, long start, long size) {
        this.text = text;
        this.rows = rows;
        this.start = start;
        this.size = size;
        least = size;
        most = size;
    }

    /// The differences of the texts of rows that are not null; empty if they do not fit 64 bits.
    static Optional<TextDifferences> of(VarColumn text, LimbRange rows) {
        long first = firstValid(text, rows);
        long start = first < 0 ? 0 : text.offsets().start(first);
        long size = first < 0 ? 0 : text.offsets().start(first + 1) - start;
        TextDifferences all = new TextDifferences(text, rows, start, size);
        if (first >= 0) {
            GroupPlaces.inChunks(rows.count(), rows.tasks(), (from, to) -> {
                TextDifferences some = new TextDifferences(text, rows, start, size);
                some.scan(from, to);
                all.add(some);
            });
        }
        return all.fit() ? Optional.of(all) : Optional.empty();
    }

    private static long firstValid(VarColumn text, LimbRange rows) {
        Validity validity = text.validity();
        long row = 0;
        while (row < rows.count() && !validity.isValid(row)) {
            row++;
        }
        return row < rows.count() ? row : -1;
    }

    /// The bits that differ, as far as texts go.
    long[] masks() {
        return java.util.Arrays.copyOf(masks, words());
    }

    /// How many bits tell sizes apart; none if all texts are of one size.
    int sizeBits() {
        return least == most ? 0 : Long.SIZE - Long.numberOfLeadingZeros(most);
    }

    private int words() {
        return (int) Math.min(MOST_WORDS + 1L, Math.ceilDiv(most, Long.BYTES));
    }

    private boolean fit() {
        int bits = sizeBits();
        for (long mask : masks) {
            bits += Long.bitCount(mask);
        }
        return words() <= MOST_WORDS && bits <= Long.SIZE;
    }

    private void scan(int first, int end) {
        RunPlaces places = new RunPlaces(text.runs(), end - first);
        int[] numbers = new int[places.starts.length];
        long[] words = new long[places.starts.length];
        for (int from = first; from < end && fit(); from += RunPlaces.ROWS) {
            int count = Math.min(RunPlaces.ROWS, end - from);
            rows.read(from, numbers, count);
            places.find(numbers, count);
            putOverNulls(places, from, count);
            add(places, words, count);
        }
    }

    private void add(RunPlaces places, long[] words, int count) {
        for (int i = 0; i < count; i++) {
            least = Math.min(least, places.sizes[i]);
            most = Math.max(most, places.sizes[i]);
        }
        for (int word = 0; word < words() && words() <= MOST_WORDS; word++) {
            long depth = (long) word << 3;
            places.words(depth, count, words);
            masks[word] |= differing(words, count, text.runs().word(start + depth, size - depth));
        }
    }

    /// In the places of nulls, the text that all are compared with.
    private void putOverNulls(RunPlaces places, int from, int count) {
        Validity validity = text.validity();
        for (int i = 0; !validity.allValid() && i < count; i++) {
            if (!validity.isValid(from + (long) i)) {
                places.starts[i] = start;
                places.sizes[i] = size;
            }
        }
    }

    private static long differing(long[] words, int count, long own) {
        long differing = 0;
        for (int i = 0; i < count; i++) {
            differing |= words[i] ^ own;
        }
        return differing;
    }

    private synchronized void add(TextDifferences other) {
        least = Math.min(least, other.least);
        most = Math.max(most, other.most);
        for (int word = 0; word < MOST_WORDS; word++) {
            masks[word] |= other.masks[word];
        }
    }
}
