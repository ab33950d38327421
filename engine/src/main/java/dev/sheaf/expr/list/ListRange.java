package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Lists of whole numbers at equal distances.
public final class ListRange {
    private static final long MOST = 1 << 28;

    private ListRange() {}

    /// `range(start, end, step)`, with the end in it if `inclusive`.
    public static ColumnFunction of(boolean inclusive) {
        return (arguments, rows, pool) -> numbers(arguments, rows, inclusive, pool);
    }

    private static Column numbers(List<Column> arguments, int rows, boolean inclusive, MemoryPool pool) {
        ElementReferences shape = new ElementReferences(rows);
        try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT64, pool)) {
            for (int row = 0; row < rows; row++) {
                boolean isNull = false;
                for (Column argument : arguments) {
                    isNull |= argument.isNull(row);
                }
                if (isNull) {
                    shape.endNull();
                    continue;
                }
                long start = Lists.number(arguments.getFirst(), row);
                long step = Lists.number(arguments.get(2), row);
                long count = count(start, Lists.number(arguments.get(1), row), step, inclusive);
                if (numbers.length() + count > MOST) {
                    throw new IllegalArgumentException("range makes more than " + MOST + " numbers");
                }
                for (long i = 0; i < count; i++) {
                    numbers.appendLong(start + i * step);
                    shape.add(0);
                }
                shape.end();
            }
            return shape.over(numbers.build(), pool);
        }
    }

    private static long count(long start, long end, long step, boolean inclusive) {
        if (step == 0) {
            throw new IllegalArgumentException("the step of range cannot be 0");
        }
        if (step > 0 ? start > end : start < end) {
            return 0;
        }
        long distance = step > 0 ? end - start : start - end;
        long size = step == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(step);
        if (distance < 0) {
            return MOST + 1;
        }
        long whole = distance / size;
        boolean ends = distance % size == 0;
        return whole + (ends && !inclusive ? 0 : 1);
    }
}
