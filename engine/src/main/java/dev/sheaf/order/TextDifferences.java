package dev.sheaf.order;

import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.RunPlaces;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The bits in which texts differ, by words of eight bytes, zeros behind their ends, and how much they differ in size.
final class TextDifferences {
    /// Longer texts are not looked at.
    private static final int MOST_WORDS = 8;

    private static final int CHUNK_ROWS = 1 << 16;

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
        TextDifferences[] parts = Stream.generate(() -> new TextDifferences(text, rows, start, size))
                .limit(Math.max(1, Math.ceilDiv(rows.count(), CHUNK_ROWS)))
                .toArray(TextDifferences[]::new);
        if (first >= 0) {
            rows.tasks().forEach(parts.length, chunk -> parts[chunk].scan(chunk));
        }
        IntStream.range(1, parts.length).forEach(part -> parts[0].add(parts[part]));
        return parts[0].fit() ? Optional.of(parts[0]) : Optional.empty();
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

    private void scan(int chunk) {
        Checkpoint.pass();
        RunPlaces places = new RunPlaces(rows.count());
        int end = (int) Math.min(rows.count(), (chunk + 1L) * CHUNK_ROWS);
        for (int from = chunk * CHUNK_ROWS; from < end && fit(); from += RunPlaces.ROWS) {
            scan(places, from, Math.min(RunPlaces.ROWS, end - from));
        }
    }

    private void scan(RunPlaces places, int from, int count) {
        Offsets offsets = text.offsets();
        places.find(offsets.segment(), offsets.wide(), text.segment(), rows.rows(), from, count);
        putOverNulls(places, from, count);
        for (int i = 0; i < count; i++) {
            least = Math.min(least, places.sizes[i]);
            most = Math.max(most, places.sizes[i]);
        }
        for (int word = 0; word < words() && words() <= MOST_WORDS; word++) {
            masks[word] |= differing(places, (long) word << 3, count);
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

    private long differing(RunPlaces places, long depth, int count) {
        MemorySegment bytes = text.segment();
        long own = word(bytes, start, size, depth);
        long differing = 0;
        for (int i = 0; i < count; i++) {
            differing |= word(bytes, places.starts[i], places.sizes[i], depth) ^ own;
        }
        return differing;
    }

    private void add(TextDifferences other) {
        least = Math.min(least, other.least);
        most = Math.max(most, other.most);
        for (int word = 0; word < MOST_WORDS; word++) {
            masks[word] |= other.masks[word];
        }
    }

    /// Eight bytes of a text from byte `depth` on, the first highest, zeros past its end.
    static long word(MemorySegment bytes, long start, long size, long depth) {
        return size <= depth ? 0 : ByteRuns.firstWord(bytes, start + depth, size - depth);
    }
}
