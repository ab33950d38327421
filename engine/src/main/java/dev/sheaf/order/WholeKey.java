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
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        long leastRow = -1;
        long greatestRow = -1;
        boolean allValid = column.validity().allValid();
        long[] chunk = new long[CHUNK_ROWS];
        for (long first = 0; first < column.length(); first += chunk.length) {
            Checkpoint.pass();
            int count = (int) Math.min(chunk.length, column.length() - first);
            read(first, count, chunk);
            for (int i = 0; i < count; i++) {
                if (allValid || !column.isNull(first + i)) {
                    leastRow = leastRow < 0 || chunk[i] < least ? first + i : leastRow;
                    least = Math.min(least, chunk[i]);
                    greatestRow = greatestRow < 0 || chunk[i] > greatest ? first + i : greatestRow;
                    greatest = Math.max(greatest, chunk[i]);
                }
            }
        }
        return leastRow < 0 ? Optional.empty() : Optional.of(new Extremes(leastRow, greatestRow));
    }

    /// The range of the numbers that are there, if it has at most so many.
    public Optional<Range> range(long most) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        boolean allValid = column.validity().allValid();
        long[] chunk = new long[CHUNK_ROWS];
        for (long first = 0; first < column.length(); first += chunk.length) {
            Checkpoint.pass();
            int count = (int) Math.min(chunk.length, column.length() - first);
            read(first, count, chunk);
            for (int i = 0; i < count; i++) {
                if (allValid || !column.isNull(first + i)) {
                    least = Math.min(least, chunk[i]);
                    greatest = Math.max(greatest, chunk[i]);
                }
            }
            // A difference that overflows is negative.
            if (least <= greatest && (greatest - least < 0 || greatest - least >= most)) {
                return Optional.empty();
            }
        }
        return least > greatest ? Optional.empty() : Optional.of(new Range(least, greatest - least + 1));
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
