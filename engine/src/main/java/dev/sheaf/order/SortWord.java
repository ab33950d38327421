package dev.sheaf.order;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Eight bytes of the order of rows: unsigned numbers that never contradict [RowOrder]. Rows are sorted by
/// their first word, those with equal words by the next, and so on.
sealed interface SortWord {
    /// Writes the words of the rows that lie at the indices `from` to `to`. For rows that agree in the first
    /// `depth` bytes of a text.
    void fill(MemorySegment rows, MemorySegment words, int from, int to, long depth);

    /// Limbs of one or several keys side by side.
    record Packed(List<Piece> pieces) implements SortWord {
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

    /// A [LimbReads#sizedWord]. No text has a lowest byte of 0 or 255, also downwards, which leaves those
    /// for nulls.
    record Text(VarColumn text, SortDirection direction) implements SortWord {
        @Override
        public void fill(MemorySegment rows, MemorySegment words, int from, int to, long depth) {
            Validity validity = text.validity();
            boolean nullable = !validity.allValid();
            long flip = direction.descending() ? -1 : 0;
            long ofNull = direction.nullsFirst() ? 0 : -1;
            for (int i = from; i < to; i++) {
                int row = rows.get(ValueLayout.JAVA_INT, (long) i << 2);
                long word = nullable && !validity.isValid(row) ? ofNull : LimbReads.sizedWord(text, row, depth) ^ flip;
                words.set(ValueLayout.JAVA_LONG, (long) i << 3, word);
            }
        }

        /// Whether texts with this word are equal if they agree in what comes before it.
        boolean ends(long word) {
            return LimbReads.isWhole(direction.descending() ? ~word : word);
        }

        /// How many bytes all texts of rows begin with alike. They agree in the first `depth`, and in their word
        /// from there on, which does not end them.
        long common(MemorySegment rows, int from, int to, long depth) {
            Offsets offsets = text.offsets();
            MemorySegment bytes = text.segment();
            int row = rows.get(ValueLayout.JAVA_INT, (long) from << 2);
            long start = offsets.start(row) + depth + LimbReads.WORD_BYTES;
            long end = offsets.start(row + 1);
            for (int i = from + 1; i < to && start < end; i++) {
                int other = rows.get(ValueLayout.JAVA_INT, (long) i << 2);
                long otherStart = offsets.start(other) + depth + LimbReads.WORD_BYTES;
                long otherEnd = Math.min(offsets.start(other + 1), otherStart + end - start);
                long alike = MemorySegment.mismatch(bytes, start, end, bytes, otherStart, otherEnd);
                end = alike < 0 ? end : start + alike;
            }
            return end - offsets.start(row);
        }
    }

    /// Keys that are only compared: lists, structs, intervals.
    record Compared(ColumnComparator own) implements SortWord {
        @Override
        public void fill(MemorySegment rows, MemorySegment words, int from, int to, long depth) {
            words.asSlice((long) from << 3, (long) (to - from) << 3).fill((byte) 0);
        }
    }
}
