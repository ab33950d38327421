package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.order.Sorting;
import dev.sheaf.plan.SortKey;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.List;

/// Orders the rows of a table.
public final class SortRows {
    private SortRows() {}

    /// The columns of `schema` (the first of `table`) in the order of `keys`, ties as they lie.
    public static Table sorted(
            Table table, Schema schema, List<Column> keys, List<SortDirection> directions, QueryContext context) {
        try (var _ = context.phases().time(Phase.SORT);
                Buffer order = order(keys, directions, table.rowCount(), context)) {
            return gather(table, schema, order, table.rowCount(), context);
        }
    }

    /// The row numbers of `keys` in their order, int32, ties as they lie; to be closed by the caller.
    public static Buffer order(List<Column> keys, List<SortDirection> directions, long rows, QueryContext context) {
        return Sorting.argsort(keys, directions, rows, context.pool(), Workers.tasks(context));
    }

    /// The first `count` rows that `rows` names, spread over the threads.
    public static Table gather(Table table, Schema schema, Buffer rows, long count, QueryContext context) {
        List<Column> columns = new ColumnsMaker(context, count)
                .make(
                        schema.size(),
                        (i, tasks) -> Take.rows(table.column(i), rows.segment(), count, context.pool(), tasks));
        return new Table(schema, columns, count);
    }

    public static List<SortDirection> directions(List<SortKey> keys) {
        return keys.stream().map(SortKey::direction).toList();
    }
}
