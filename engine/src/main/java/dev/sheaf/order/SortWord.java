package dev.sheaf.order;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.RunPlaces;
import dev.sheaf.memory.RunWord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Eight bytes of the order of rows: unsigned numbers that never contradict [RowOrder]. Rows are sorted by
/// their first word, those with equal words by the next, and so on.
sealed interface SortWord {
    /// Writes the words of the rows that lie at the indices `from` to `to`. For rows that agree in the first
    /// `depth` bytes of a text.
    void fill(MemorySegment rows, MemorySegment words, int from, int to, long depth);

    /// Compares rows that agree in this word and all before it, by the keys that these do not settle.
    ColumnComparator rest();

    /// Limbs of one or several keys side by side.
    record Packed(List<Piece> pieces, ColumnComparator rest) implements SortWord {
        private static final int BLOCK = 512;

        /// The bits of a limb without its lowest `drop`, as far as `mask` goes, at bit `shift` of the word.
        record Piece(Limb limb, int drop, long mask, int shift) {}

        @Override
        public void fill(MemorySegment rows, MemorySegment words, int from, int to, long depth) {
            long[] block = new long[Math.min(BLOCK, to - from)];
            for (int start = from; start < to; start += BLOCK) {
                int count = Math.min(BLOCK, to - start);
                for (int i = 0; i < pieces.size(); i++) {
                    Piece piece = pieces.get(i);
                    piece.limb().read(rows, start, count, block);
                    add(piece, i == 0, block, count, words, start);
                }
            }
        }

        private static void add(Piece piece, boolean first, long[] block, int count, MemorySegment words, int start) {
            int drop = piece.drop();
            int shift = piece.shift();
            long mask = piece.mask();
            for (int i = 0; i < count; i++) {
                long at = (start + (long) i) << 3;
                long before = first ? 0 : words.get(ValueLayout.JAVA_LONG, at);
                words.set(ValueLayout.JAVA_LONG, at, before | (block[i] >>> drop & mask) << shift);
            }
        }
    }

    /// A [RunWord]. No text has a lowest byte of 0 or 255, also downwards, which leaves those
    /// for nulls.
    record Text(VarColumn text, SortDirection direction, ColumnComparator rest) implements SortWord {
        @Override
        public void fill(MemorySegment rows, MemorySegment words, int from, int to, long depth) {
            RunPlaces places = new RunPlaces(to - from);
            for (int start = from; start < to; start += RunPlaces.ROWS) {
                int count = Math.min(RunPlaces.ROWS, to - start);
                TextDifferences.find(places, text, rows, start, count);
                fill(rows, words, start, count, depth, places);
            }
        }

        private void fill(MemorySegment rows, MemorySegment words, int from, int count, long depth, RunPlaces places) {
            Validity validity = text.validity();
            boolean nullable = !validity.allValid();
            MemorySegment bytes = text.segment();
            long flip = direction.descending() ? -1 : 0;
            long ofNull = direction.nullsFirst() ? 0 : -1;
            for (int i = 0; i < count; i++) {
                long at = from + (long) i;
                boolean isNull = nullable && !validity.isValid(rows.get(ValueLayout.JAVA_INT, at << 2));
                long word = RunWord.of(bytes, places.starts[i] + depth, places.sizes[i] - depth) ^ flip;
                words.set(ValueLayout.JAVA_LONG, at << 3, isNull ? ofNull : word);
            }
        }

        /// Whether texts with this word are equal if they agree in what comes before it.
        boolean ends(long word) {
            return RunWord.isWhole(direction.descending() ? ~word : word);
        }

        /// How many bytes all texts of rows begin with alike. They agree in the first `depth`, and in their word
        /// from there on, which does not end them.
        long common(MemorySegment rows, int from, int to, long depth) {
            RunPlaces places = new RunPlaces(to - from);
            TextDifferences.find(places, text, rows, from, 1);
            long known = depth + RunWord.BYTES;
            long first = places.starts[0];
            long common = places.sizes[0];
            for (int start = from + 1; start < to && common > known; start += RunPlaces.ROWS) {
                int count = Math.min(RunPlaces.ROWS, to - start);
                TextDifferences.find(places, text, rows, start, count);
                common = common(text.segment(), first, common, known, places, count);
            }
            return common;
        }

        /// How many bytes the texts of a block begin with like that at `first`, of which `most` bytes count. They are
        /// known to agree in some.
        private static long common(
                MemorySegment bytes, long first, long most, long known, RunPlaces places, int count) {
            long common = most;
            for (int i = 0; i < count && common > known; i++) {
                long other = places.starts[i];
                long end = Math.min(common, places.sizes[i]);
                long alike =
                        MemorySegment.mismatch(bytes, first + known, first + common, bytes, other + known, other + end);
                common = alike < 0 ? common : known + alike;
            }
            return common;
        }
    }

    /// Keys that are only compared: lists, structs, intervals.
    record Compared(ColumnComparator rest) implements SortWord {
        @Override
        public void fill(MemorySegment rows, MemorySegment words, int from, int to, long depth) {
            words.asSlice((long) from << 3, (long) (to - from) << 3).fill((byte) 0);
        }
    }
}
