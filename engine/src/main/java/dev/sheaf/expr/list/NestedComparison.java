package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;

/// Compares lists and structs: element by element, then by length; field by field. A null inside equals
/// another one and is greater than all values.
public final class NestedComparison {
    private NestedComparison() {}

    /// What a comparison says of an order that is negative, zero or positive.
    @FunctionalInterface
    public interface Answer {
        boolean of(int order);
    }

    /// A comparison that is null if one side is.
    public static ColumnFunction of(Answer answer) {
        return (arguments, rows, pool) -> {
            Column left = arguments.getFirst();
            Column right = arguments.get(1);
            ColumnComparator order = ColumnComparator.between(left, right, SortDirection.ASCENDING);
            try (ColumnBuilder result = new ColumnBuilder(DataType.BOOL, pool)) {
                for (int row = 0; row < rows; row++) {
                    if (left.isNull(row) || right.isNull(row)) {
                        result.appendNull();
                    } else {
                        result.appendBool(answer.of(order.compare(row, row)));
                    }
                }
                return result.build();
            }
        };
    }

    /// IS DISTINCT FROM and IS NOT DISTINCT FROM, which is never null.
    public static ColumnFunction sameness(boolean same) {
        return (arguments, rows, pool) -> {
            ColumnComparator order =
                    ColumnComparator.between(arguments.getFirst(), arguments.get(1), SortDirection.ASCENDING);
            try (ColumnBuilder result = new ColumnBuilder(DataType.BOOL, pool)) {
                for (int row = 0; row < rows; row++) {
                    result.appendBool((order.compare(row, row) == 0) == same);
                }
                return result.build();
            }
        };
    }
}
