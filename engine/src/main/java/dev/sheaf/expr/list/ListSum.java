package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.ListColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
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
            for (int row = 0; row < rows; row++) {
                boolean any = false;
                for (int element = Lists.start(lists, row); element < Lists.end(lists, row); element++) {
                    if (!elements.isNull(element)) {
                        add(elements, element, sums.segment(), row);
                        any = true;
                    }
                }
                valid[row >>> 6] |= (any ? 1L : 0L) << row;
            }
            return new FixedColumn(elements.type(), rows, sums, ElementReferences.validity(valid, rows, pool));
        } catch (RuntimeException | Error failure) {
            sums.close();
            throw failure;
        }
    }

    private static void add(FixedColumn elements, int element, MemorySegment sums, int row) {
        MemorySegment values = elements.segment();
        switch (elements.type().layout()) {
            case INT64 -> {
                long value = values.getAtIndex(ValueLayout.JAVA_LONG, element);
                long sum = sums.getAtIndex(ValueLayout.JAVA_LONG, row);
                sums.setAtIndex(ValueLayout.JAVA_LONG, row, Math.addExact(sum, value));
            }
            case FLOAT64 -> {
                double value = values.getAtIndex(ValueLayout.JAVA_DOUBLE, element);
                double sum = sums.getAtIndex(ValueLayout.JAVA_DOUBLE, row);
                sums.setAtIndex(ValueLayout.JAVA_DOUBLE, row, sum + value);
            }
            case INT128 -> addWide(values, element, sums, row);
            default -> throw new AssertionError(elements.type());
        }
    }

    /// Adds with a carry; a sum beyond 128 bits is beyond 38 digits, too, so the sign tells.
    private static void addWide(MemorySegment values, int element, MemorySegment sums, int row) {
        long low = Int128.low(sums, row);
        long high = Int128.high(sums, row);
        long newLow = low + Int128.low(values, element);
        long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
        long newHigh = Math.addExact(Math.addExact(high, Int128.high(values, element)), carry);
        sums.setAtIndex(ValueLayout.JAVA_LONG, 2L * row, newLow);
        sums.setAtIndex(ValueLayout.JAVA_LONG, 2L * row + 1, newHigh);
    }
}
