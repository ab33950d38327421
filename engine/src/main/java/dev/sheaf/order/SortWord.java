package dev.sheaf.order;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Eight bytes of the order of rows: unsigned numbers that never contradict [RowOrder]. Rows are sorted by
/// their first word, those with equal words by the next, and so on.
sealed interface SortWord {
    /// Writes the words of the rows that lie at the indices `from` to `to`. For rows that agree in the first
    /// `depth` bytes of a text.
    void fill(MemorySegment rows, MemorySegment words, int from, int to, int depth);

    /// Whether rows with this word agree in all that it stands for, so that the next word orders them.
    boolean decides(long word);

    /// How far a text is read by one word; 0 if there is nothing more to read where a word does not decide.
    int step();

    /// How rows with this word compare; null if they are peers.
    @Nullable
    ColumnComparator ties(long word);

    private static @Nullable ColumnComparator orNull(RowOrder order) {
        return order.isEmpty() ? null : order;
    }

    /// Limbs of one or several keys side by side.
    record Packed(List<Piece> pieces, @Nullable ColumnComparator rest) implements SortWord {
        private static final int BLOCK = 512;

        /// The bits of a limb without its lowest `drop`, as far as `mask` goes, at bit `shift` of the word.
        record Piece(Limb limb, int drop, long mask, int shift) {}

        /// Pieces that decide all keys but those that `rest` compares.
        static Packed of(List<Piece> pieces, RowOrder rest) {
            return new Packed(List.copyOf(pieces), orNull(rest));
        }

        @Override
        public void fill(MemorySegment rows, MemorySegment words, int from, int to, int depth) {
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

        @Override
        public boolean decides(long word) {
            return true;
        }

        @Override
        public int step() {
            return 0;
        }

        @Override
        public @Nullable ColumnComparator ties(long word) {
            return rest;
        }
    }

    /// A [LimbReads#sizedWord]. No text has a lowest byte of 0 or 255, also downwards, which leaves those
    /// for nulls.
    record Text(
            VarColumn text,
            SortDirection direction,
            ColumnComparator own,
            @Nullable ColumnComparator after) implements SortWord {
        static Text of(VarColumn text, SortDirection direction, RowOrder own, RowOrder after) {
            return new Text(text, direction, own, orNull(after));
        }

        @Override
        public void fill(MemorySegment rows, MemorySegment words, int from, int to, int depth) {
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

        @Override
        public boolean decides(long word) {
            return LimbReads.isWhole(direction.descending() ? ~word : word);
        }

        @Override
        public int step() {
            return LimbReads.WORD_BYTES;
        }

        @Override
        public @Nullable ColumnComparator ties(long word) {
            return decides(word) ? after : own;
        }
    }

    /// Keys that are only compared: lists, structs, intervals.
    record Compared(ColumnComparator own) implements SortWord {
        @Override
        public void fill(MemorySegment rows, MemorySegment words, int from, int to, int depth) {
            words.asSlice((long) from << 3, (long) (to - from) << 3).fill((byte) 0);
        }

        @Override
        public boolean decides(long word) {
            return false;
        }

        @Override
        public int step() {
            return 0;
        }

        @Override
        public ColumnComparator ties(long word) {
            return own;
        }
    }
}
