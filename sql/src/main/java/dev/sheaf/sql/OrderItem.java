package dev.sheaf.sql;

import dev.sheaf.column.SortDirection;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/// One item of an ORDER BY: an expression, DESC, NULLS FIRST. Nulls come last unless asked otherwise, whichever
/// the direction.
record OrderItem(SqlNode node, SortDirection direction) {

    static OrderItem of(SqlNode item) {
        SqlNode node = item;
        boolean descending = false;
        boolean nullsFirst = false;
        while (node instanceof SqlCall call && isDirection(call.getKind())) {
            descending |= call.getKind() == SqlKind.DESCENDING;
            nullsFirst |= call.getKind() == SqlKind.NULLS_FIRST;
            node = call.operand(0);
        }
        return new OrderItem(node, new SortDirection(descending, nullsFirst));
    }

    private static boolean isDirection(SqlKind kind) {
        return kind == SqlKind.DESCENDING || kind == SqlKind.NULLS_FIRST || kind == SqlKind.NULLS_LAST;
    }
}
