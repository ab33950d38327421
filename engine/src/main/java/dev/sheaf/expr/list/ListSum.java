package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
import java.util.List;

/// Sums of the elements of lists, in the type of the elements.
final class ListSum {
    private ListSum() {}

    static Column of(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        FixedColumn elements = (FixedColumn) lists.elements();
        int width = elements.type().layout().byteWidth();
        Buffer sums = pool.allocateZeroed((long) rows * width, "sums of lists");
        try {
            long[] valid = new long[(rows + Long.SIZE - 1) / Long.SIZE];
            Longs values = Longs.of(elements.segment());
            LongBuffer out = Views.longs(sums.segment());
            for (int row = 0; row < rows; row++) {
                boolean any = sum(elements, values, Lists.start(lists, row), Lists.end(lists, row), out, row);
                valid[row >>> 6] |= (any ? 1L : 0L) << row;
            }
            return new FixedColumn(elements.type(), rows, sums, ElementReferences.validity(valid, rows, pool));
        } catch (RuntimeException | Error failure) {
            sums.close();
            throw failure;
        }
    }

    /// Writes the sum of a list, and returns whether it has a value.
    private static boolean sum(FixedColumn elements, Longs values, int from, int to, LongBuffer sums, int row) {
        return switch (elements.type().layout()) {
            case INT64 -> whole(elements, values, from, to, sums, row);
            case FLOAT64 -> floating(elements, values, from, to, sums, row);
            case INT128 -> wide(elements, values, from, to, sums, row);
            default -> throw new AssertionError(elements.type());
        };
    }

    private static boolean whole(FixedColumn elements, Longs values, int from, int to, LongBuffer sums, int row) {
        long sum = 0;
        boolean any = false;
        for (int element = from; element < to; element++) {
            if (!elements.isNull(element)) {
                sum = Math.addExact(sum, values.get(element));
                any = true;
            }
        }
        sums.put(row, sum);
        return any;
    }

    private static boolean floating(FixedColumn elements, Longs values, int from, int to, LongBuffer sums, int row) {
        double sum = 0;
        boolean any = false;
        for (int element = from; element < to; element++) {
            if (!elements.isNull(element)) {
                sum += Double.longBitsToDouble(values.get(element));
                any = true;
            }
        }
        sums.put(row, Double.doubleToRawLongBits(sum));
        return any;
    }

    /// Adds with a carry; a sum beyond 128 bits is beyond 38 digits, too, so the sign tells.
    private static boolean wide(FixedColumn elements, Longs values, int from, int to, LongBuffer sums, int row) {
        long low = 0;
        long high = 0;
        boolean any = false;
        for (int element = from; element < to; element++) {
            if (!elements.isNull(element)) {
                long newLow = low + values.get(2L * element);
                long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
                high = Math.addExact(Math.addExact(high, values.get(2L * element + 1)), carry);
                low = newLow;
                any = true;
            }
        }
        sums.put(2 * row, low);
        sums.put(2 * row + 1, high);
        return any;
    }
}
