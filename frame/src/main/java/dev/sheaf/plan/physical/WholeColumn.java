package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Closer;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.window.Runs;
import java.util.Arrays;

/// The values of an expression for all rows of a table in memory, computed stretch by stretch on all threads.
final class WholeColumn {
    private WholeColumn() {}

    /// The values, to be closed by the caller. A mere column is passed on as it lies.
    static Column of(Expr expr, Table table, QueryContext context) {
        Evaluator evaluator = Evaluator.compile(expr.unaliased(), table.schema());
        int rows = stretchRows(context);
        int stretches = Math.toIntExact(Math.ceilDiv(table.rowCount(), rows));
        if (stretches < 2 || expr.unaliased() instanceof Expr.ColumnRef) {
            return evaluator.evaluate(table, context.pool());
        }
        Tasks tasks = Workers.tasks(context);
        Column[] parts = new Column[stretches];
        try (Closer closer = new Closer()) {
            tasks.forEach(stretches, stretch -> {
                Checkpoint.pass();
                long from = (long) stretch * rows;
                try (Table part = table.slice(from, Math.min(rows, table.rowCount() - from))) {
                    Column values = evaluator.evaluate(part, context.pool());
                    synchronized (closer) {
                        closer.add(values);
                    }
                    parts[stretch] = values;
                }
            });
            return Concat.columns(evaluator.type().decoded(), Arrays.asList(parts), context.pool(), tasks);
        }
    }

    /// How many rows a task computes, `window.stretch.rows`.
    static int stretchRows(QueryContext context) {
        return context.settings().getPositive("window.stretch.rows", Runs.STRETCH_ROWS);
    }
}
