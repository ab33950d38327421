package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Looks for values in lists whose elements have their type.
public final class ListSearch {
    private ListSearch() {}

    /// Whether a list has an element that equals the value; null if one of both is null.
    public static Column contains(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        Column values = arguments.get(1);
        ColumnComparator order = ColumnComparator.between(lists.elements(), values, SortDirection.ASCENDING);
        try (ColumnBuilder found = new ColumnBuilder(DataType.BOOL, pool)) {
            for (int row = 0; row < rows; row++) {
                if (lists.isNull(row) || values.isNull(row)) {
                    found.appendNull();
                } else {
                    found.appendBool(find(lists, row, order) >= 0);
                }
            }
            return found.build();
        }
    }

    /// The number of the first element that equals the value, null being equal to null, as int32; null if
    /// there is none.
    public static Column position(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        ColumnComparator order = ColumnComparator.between(lists.elements(), arguments.get(1), SortDirection.ASCENDING);
        try (ColumnBuilder found = new ColumnBuilder(DataType.INT32, pool)) {
            for (int row = 0; row < rows; row++) {
                int at = lists.isNull(row) ? -1 : find(lists, row, order);
                if (at < 0) {
                    found.appendNull();
                } else {
                    found.appendLong(at + 1L);
                }
            }
            return found.build();
        }
    }

    private static int find(ListColumn lists, int row, ColumnComparator order) {
        int start = Lists.start(lists, row);
        int end = Lists.end(lists, row);
        for (int element = start; element < end; element++) {
            if (order.compare(element, row) == 0) {
                return element - start;
            }
        }
        return -1;
    }

    /// The number of elements, as int64.
    public static Column length(List<Column> arguments, int rows, MemoryPool pool) {
        ListColumn lists = (ListColumn) arguments.getFirst();
        try (ColumnBuilder sizes = new ColumnBuilder(DataType.INT64, pool)) {
            for (int row = 0; row < rows; row++) {
                if (lists.isNull(row)) {
                    sizes.appendNull();
                } else {
                    sizes.appendLong(lists.offsets().size(row));
                }
            }
            return sizes.build();
        }
    }
}
