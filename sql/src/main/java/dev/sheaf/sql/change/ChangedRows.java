package dev.sheaf.sql.change;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.PlanRewrite;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.List;
import java.util.Optional;

/// What RETURNING gives of the rows that a statement changes: each scan makes the change anew. A change whose items are
/// an error for a row is not made.
///
/// @param items over a scan of the table, in whose place come the rows that are changed
record ChangedRows(RowChange change, LogicalPlan items) implements Dataset {
    @Override
    public Schema schema() {
        return items.schema();
    }

    @Override
    public String describe() {
        return "rows that are changed in " + change.made().name();
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        try (Table given = change.rows(rows -> items(rows, context), context)) {
            return new TableDataset(given).scan(scan, context);
        }
    }

    private Table items(Table rows, QueryContext context) {
        Schema columns = change.given();
        try (Table named =
                new Table(columns, rows.columns().stream().map(Column::retain).toList(), rows.rowCount())) {
            Dataset changed = new TableDataset(named);
            PlanRewrite over = new PlanRewrite(node -> node instanceof LogicalPlan.Scan(var _, List<String> read, var _)
                    ? new LogicalPlan.Scan(changed, read, Optional.empty())
                    : node);
            return Executor.collect(over.apply(items), context);
        }
    }
}
