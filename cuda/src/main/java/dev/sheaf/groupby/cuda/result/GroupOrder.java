package dev.sheaf.groupby.cuda.result;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Brings the groups of a result on the host into the order that was asked for.
final class GroupOrder {
    private GroupOrder() {}

    /// The table in order, to be closed by the caller; takes over `table`.
    ///
    /// @param firstRows the ordinal of each group's first row, for order of first appearance
    static Table arrange(GeneralPlan plan, Table table, @Nullable Column firstRows, QueryContext context) {
        Order order = plan.request().options().order();
        if (order == Order.UNSPECIFIED || (order == Order.SORTED && plan.keys().isEmpty())) {
            return table;
        }
        List<Column> by = firstRows != null
                ? List.of(firstRows)
                : table.columns().subList(0, plan.keys().size());
        List<SortDirection> directions = Collections.nCopies(by.size(), SortDirection.ASCENDING);
        try (table;
                var _ = context.phases().time(Phase.SORT);
                Buffer rows = Sorting.argsort(by, directions, table.rowCount(), context.pool())) {
            return Take.rows(table, rows.segment(), table.rowCount(), context.pool());
        }
    }
}
