package dev.sheaf.order;

import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.RunPlaces;
import dev.sheaf.memory.RunWord;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Eight bytes of the order of rows: unsigned numbers that never contradict [RowOrder]. Rows are sorted by
/// their first word, those with equal words by the next, and so on.
sealed interface SortWord {
    /// Writes the words of the rows that lie at the indices `from` to `to`. For rows that agree in the first
    /// `depth` bytes of a text.
    void fill(Ints rows, Longs words, int from, int to, long depth);

    /// Compares rows that agree in this word and all before it, by the keys that these do not settle.
    ColumnComparator rest();

    /// Limbs of one or several keys side by side.
    record Packed(List<Piece> pieces, ColumnComparator rest) implements SortWord {
        private static final int BLOCK = 512;

        /// The bits of a limb without its lowest `drop`, as far as `mask` goes, at bit `shift` of the word.
        record Piece(Limb limb, int drop, long mask, int shift) {}

        @Override
        public void fill(Ints rows, Longs words, int from, int to, long depth) {
            int[] numbers = new int[Math.min(BLOCK, to - from)];
            long[] limb = new long[numbers.length];
            long[] packed = new long[numbers.length];
            for (int start = from; start < to; start += BLOCK) {
                int count = Math.min(BLOCK, to - start);
                rows.read(start, numbers, count);
                for (int i = 0; i < pieces.size(); i++) {
                    Piece piece = pieces.get(i);
                    piece.limb().read(numbers, 0, count, limb);
                    add(piece, i == 0, limb, count, packed);
                }
                words.write(start, packed, count);
            }
        }

        private static void add(Piece piece, boolean first, long[] limb, int count, long[] packed) {
            int drop = piece.drop();
            int shift = piece.shift();
            long mask = piece.mask();
            for (int i = 0; i < count; i++) {
                packed[i] = (first ? 0 : packed[i]) | (limb[i] >>> drop & mask) << shift;
            }
        }
    }

    /// A [RunWord]. No text has a lowest byte of 0 or 255, also downwards, which leaves those
    /// for nulls.
    record Text(VarColumn text, SortDirection direction, ColumnComparator rest) implements SortWord {
        @Override
        public void fill(Ints rows, Longs words, int from, int to, long depth) {
            RunPlaces places = new RunPlaces(text.runs(), to - from);
            int[] numbers = new int[places.starts.length];
            long[] block = new long[numbers.length];
            for (int start = from; start < to; start += RunPlaces.ROWS) {
                int count = Math.min(RunPlaces.ROWS, to - start);
                rows.read(start, numbers, count);
                places.find(numbers, count);
                places.words(depth, count, block);
                toOrder(places, depth, block, count);
                putNulls(numbers, block, count);
                words.write(start, block, count);
            }
        }

        private void toOrder(RunPlaces places, long depth, long[] words, int count) {
            long flip = direction.descending() ? -1 : 0;
            for (int i = 0; i < count; i++) {
                words[i] = RunWord.of(words[i], places.sizes[i] - depth) ^ flip;
            }
        }

        private void putNulls(int[] rows, long[] words, int count) {
            Validity validity = text.validity();
            long ofNull = direction.nullsFirst() ? 0 : -1;
            for (int i = 0; !validity.allValid() && i < count; i++) {
                words[i] = validity.isValid(rows[i]) ? words[i] : ofNull;
            }
        }

        /// Whether texts with this word are equal if they agree in what comes before it.
        boolean ends(long word) {
            return RunWord.isWhole(direction.descending() ? ~word : word);
        }

        /// How many bytes all texts of rows begin with alike. They agree in the first `depth`, and in their word
        /// from there on, which does not end them.
        long common(Ints rows, int from, int to, long depth) {
            RunPlaces places = new RunPlaces(text.runs(), to - from);
            int[] numbers = new int[places.starts.length];
            rows.read(from, numbers, 1);
            places.find(numbers, 1);
            long known = depth + RunWord.BYTES;
            long first = places.starts[0];
            long common = places.sizes[0];
            for (int start = from + 1; start < to && common > known; start += RunPlaces.ROWS) {
                int count = Math.min(RunPlaces.ROWS, to - start);
                rows.read(start, numbers, count);
                places.find(numbers, count);
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
        public void fill(Ints rows, Longs words, int from, int to, long depth) {
            words.segment().asSlice((long) from << 3, (long) (to - from) << 3).fill((byte) 0);
        }
    }
}
