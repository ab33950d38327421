package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.memory.Checkpoint;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;

/// A key column of whole numbers of at most 8 bytes: integers, dates, times, decimals. Equal keys are equal numbers.
public record WholeKey(FixedColumn column, Layout layout) {
    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final int CHUNK_ROWS = 1 << 10;

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

    /// Numbers from `least` on.
    public record Range(long least, long size) {
        /// Whether the range has a number that lies so far above the least one.
        public boolean has(long place) {
            return place >= 0 && place < size;
        }
    }

    /// Rows that hold the least and the greatest number.
    public record Extremes(long leastRow, long greatestRow) {}

    /// Where the least and the greatest number are; empty if all are null.
    public Optional<Extremes> extremes() {
        Bounds bounds = new Bounds();
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

    /// The range of the numbers that are there, if it has at most so many.
    public Optional<Range> range(long most) {
        Bounds bounds = new Bounds();
        while (bounds.hasNext()) {
            bounds.next();
            if (!bounds.isEmpty() && bounds.isWiderThan(most)) {
                return Optional.empty();
            }
        }
        return bounds.isEmpty()
                ? Optional.empty()
                : Optional.of(new Range(bounds.least, bounds.greatest - bounds.least + 1));
    }

    /// The least and the greatest of the numbers that are there, chunk by chunk.
    private final class Bounds {
        private final boolean allValid = column.validity().allValid();
        private final long[] chunk = new long[CHUNK_ROWS];
        private long first;
        private int count;
        private long least = Long.MAX_VALUE;
        private long greatest = Long.MIN_VALUE;

        boolean hasNext() {
            return first + count < column.length();
        }

        void next() {
            Checkpoint.pass();
            first += count;
            count = (int) Math.min(chunk.length, column.length() - first);
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

        /// A difference that overflows is negative.
        boolean isWiderThan(long most) {
            return greatest - least < 0 || greatest - least >= most;
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
        MemorySegment values = column.segment();
        switch (layout) {
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = values.get(ValueLayout.JAVA_INT_UNALIGNED, (first + i) << 2);
                }
            }
            case INT64 -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = values.get(LE_LONG, (first + i) << 3);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    numbers[i] = RowHash.fixed(values, layout, first + i);
                }
            }
        }
    }

    /// Appends a digit to the codes of `count` rows from `first` on: how far each number lies above the least one.
    void addDigits(long first, int count, Range range, int[] codes) {
        MemorySegment values = column.segment();
        int size = (int) range.size();
        int least = (int) range.least(); // digits are smaller than 2^31, whatever is above
        switch (layout) {
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    codes[i] = codes[i] * size + (values.get(ValueLayout.JAVA_INT_UNALIGNED, (first + i) << 2) - least);
                }
            }
            case INT64 -> {
                for (int i = 0; i < count; i++) {
                    codes[i] = codes[i] * size + ((int) values.get(LE_LONG, (first + i) << 3) - least);
                }
            }
            default -> {
                for (int i = 0; i < count; i++) {
                    codes[i] = codes[i] * size + ((int) RowHash.fixed(values, layout, first + i) - least);
                }
            }
        }
    }

    /// The digit of one row, as [#addDigits] has it.
    int digit(long row, Range range) {
        return (int) (RowHash.fixed(column.segment(), layout, row) - range.least());
    }
}
