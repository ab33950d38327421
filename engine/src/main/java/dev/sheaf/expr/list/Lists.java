package dev.sheaf.expr.list;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import java.lang.foreign.ValueLayout;

/// Reads lists and the numbers beside them.
final class Lists {
    private Lists() {}

    static int start(ListColumn lists, int row) {
        return (int) lists.offsets().start(row);
    }

    static int end(ListColumn lists, int row) {
        return (int) lists.offsets().start(row + 1L);
    }

    /// A value of an int64 column.
    static long number(Column column, int row) {
        return ((FixedColumn) column).segment().getAtIndex(ValueLayout.JAVA_LONG, row);
    }

    /// Where the element of a number lies, which counts from 1, or from the end if it is negative;
    /// [ElementReferences#NULL] if there is none.
    static int element(ListColumn lists, int row, long number) {
        int size = end(lists, row) - start(lists, row);
        long at = number > 0 ? number - 1 : size + number;
        return number == 0 || at < 0 || at >= size ? ElementReferences.NULL : start(lists, row) + (int) at;
    }
}
