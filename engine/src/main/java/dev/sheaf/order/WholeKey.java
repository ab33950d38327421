package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Checkpoint;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Optional;

/// A key column of whole numbers of at most 8 bytes: integers, dates, times, decimals. Equal keys are equal numbers.
public record WholeKey(FixedColumn column, Layout layout) {
    private static final int CHUNK_ROWS = 1 << 10;
    private static final int PIECE_ROWS = 1 << 17;

    /// The numbers of a column, if it holds such numbers where they lie.
    public static Optional<WholeKey> of(Column column) {
        return column instanceof FixedColumn fixed
                ? switch (fixed.type().layout()) {
                    case INT8, INT16, INT32, INT64 ->
                        Optional.of(new WholeKey(fixed, fixed.type().layout()));
                    case NONE, BIT, INT128, FLOAT32, FLOAT64, INTERVAL, VARIABLE, LIST, STRUCT, DICTIONARY ->
                        Optional.empty();
                }
                : Optional.empty();
    }

    /// Whether numbers rise with the values of the column. Large values of unsigned types lie as negative numbers.
    public boolean rises() {
        return !(column.type() instanceof DataType.IntType(int _, boolean signed)) || signed;
    }

    /// Numbers from `least` on.
    public record Range(long least, long size) {
        /// Whether the range has a number that lies so far above the least one.
        public boolean has(long place) {
            return place >= 0 && place < size;
        }

        /// Whether there are numbers below zero and others.
        boolean hasBothSigns() {
            return least < 0 && least + size > 0;
        }
    }

    /// Rows that hold the least and the greatest number.
    public record Extremes(long leastRow, long greatestRow) {}

    /// Where the least and the greatest number are; empty if all are null.
    public Optional<Extremes> extremes() {
        Bounds bounds = new Bounds(0, column.length());
        long leastRow = -1;
        long greatestRow = -1;
        while (bounds.hasNext()) {
            long least = bounds.least;
            long greatest = bounds.greatest;
            bounds.next();
            if (!bounds.isEmpty() && (leastRow < 0 || bounds.least < least)) {
                leastRow = bounds.rowOf(bounds.least);
            }
            if (!bounds.isEmpty() && (greatestRow < 0 || bounds.greatest > greatest)) {
                greatestRow = bounds.rowOf(bounds.greatest);
            }
        }
        return bounds.isEmpty() ? Optional.empty() : Optional.of(new Extremes(leastRow, greatestRow));
    }

    /// The range of the numbers that are there, if it has at most so many. Cost: a pass over the column on all threads,
    /// which ends where the range turns out too large.
    public Optional<Range> range(long most, Tasks tasks) {
        Bounds all = new Bounds(0, 0);
        tasks.forEach((int) Math.ceilDiv(column.length(), (long) PIECE_ROWS), piece -> {
            long from = (long) piece * PIECE_ROWS;
            Bounds bounds = new Bounds(from, Math.min(column.length(), from + PIECE_ROWS));
            while (bounds.hasNext() && bounds.fits(most)) {
                bounds.next();
            }
            all.add(bounds);
        });
        return all.isEmpty() || !all.fits(most)
                ? Optional.empty()
                : Optional.of(new Range(all.least, all.greatest - all.least + 1));
    }

    /// The least and the greatest of the numbers that are there in some rows, chunk by chunk.
    private final class Bounds {
        private final boolean allValid = column.validity().allValid();
        private final long[] chunk = new long[CHUNK_ROWS];
        private final long end;
        private long first;
        private int count;
        private long least = Long.MAX_VALUE;
        private long greatest = Long.MIN_VALUE;

        Bounds(long from, long end) {
            this.first = from;
            this.end = end;
        }

        boolean hasNext() {
            return first + count < end;
        }

        synchronized void add(Bounds other) {
            least = Math.min(least, other.least);
            greatest = Math.max(greatest, other.greatest);
        }

        void next() {
            Checkpoint.pass();
            first += count;
            count = (int) Math.min(chunk.length, end - first);
            read(first, count, chunk);
            long low = least;
            long high = greatest;
            for (int i = 0; i < count; i++) {
                if (allValid || !column.isNull(first + i)) {
                    low = Math.min(low, chunk[i]);
                    high = Math.max(high, chunk[i]);
                }
            }
            least = low;
            greatest = high;
        }

        boolean isEmpty() {
            return least > greatest;
        }

        /// Whether there are at most so many numbers from the least to the greatest. A difference that overflows is
        /// negative.
        boolean fits(long most) {
            return isEmpty() || (greatest - least >= 0 && greatest - least < most);
        }

        /// The first row of the chunk with a number that is in it.
        long rowOf(long number) {
            int i = 0;
            while (chunk[i] != number || column.isNull(first + i)) {
                i++;
            }
            return first + i;
        }
    }

    /// Writes the numbers of `count` rows from `first` on; what a null holds is open.
    public void read(long first, int count, long[] numbers) {
        RowHash.fixed(column.segment(), layout, first, numbers, count);
    }

    /// The size of a number.
    int bits() {
        return Byte.SIZE * layout.byteWidth();
    }

    /// Appends the numbers of `count` rows from `first` on to words, which lose as many bits at their high end.
    /// Different numbers of a key that is alone, or of keys that have 64 bits together, make different words.
    void append(long first, int count, long[] words) {
        long[] numbers = new long[count];
        read(first, count, numbers);
        long mask = -1L >>> -bits();
        for (int i = 0; i < count; i++) {
            words[i] = words[i] << bits() | (numbers[i] & mask); // a number of 64 bits is alone
        }
    }

    /// Appends a digit to the codes of `count` rows from `first` on: how far each number lies above the least one.
    void addDigits(long first, int count, Range range, int[] codes) {
        int size = (int) range.size();
        int least = (int) range.least(); // digits are smaller than 2^31, whatever is above
        switch (layout) {
            case INT32 -> addDigits(column.ints(first, count), count, size, least, codes);
            case INT64 -> addDigits(column.longs(first, count), count, size, least, codes);
            default -> {
                long[] numbers = new long[count];
                read(first, count, numbers);
                for (int i = 0; i < count; i++) {
                    codes[i] = codes[i] * size + ((int) numbers[i] - least);
                }
            }
        }
    }

    private static void addDigits(IntBuffer values, int count, int size, int least, int[] codes) {
        for (int i = 0; i < count; i++) {
            codes[i] = codes[i] * size + (values.get(i) - least);
        }
    }

    private static void addDigits(LongBuffer values, int count, int size, int least, int[] codes) {
        for (int i = 0; i < count; i++) {
            codes[i] = codes[i] * size + ((int) values.get(i) - least);
        }
    }

    /// The digit of one row, as [#addDigits] has it.
    int digit(long row, Range range) {
        return (int) (RowHash.fixed(column.segment(), layout, row) - range.least());
    }
}
