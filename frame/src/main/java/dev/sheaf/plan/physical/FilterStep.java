package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// Keeps some columns of the rows for which a condition is true; a batch that passes whole is not copied.
final class FilterStep implements BatchStep {
    private final RowFilter filter;
    private final List<String> columns;

    FilterStep(Expr condition, List<String> columns, Schema input) {
        this.filter = RowFilter.compile(condition, input);
        this.columns = columns;
    }

    @Override
    public Table apply(Table batch, QueryContext context) {
        int[] rows = new int[Math.toIntExact(batch.rowCount())];
        int count = filter.select(batch, rows, context.pool());
        try (Table kept = batch.select(columns)) {
            return count == rows.length ? kept.retain() : Take.rows(kept, rows, count, context.pool());
        }
    }
}
