package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.memory.DeepStack;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;

/// Evaluates expressions; columns that are passed on share their bytes.
final class ProjectStep implements BatchStep {
    private final Schema schema;
    private final List<Evaluator> evaluators;
    private final KeptResults kept = new KeptResults();

    ProjectStep(List<Expr> expressions, Schema input, Schema schema) {
        this.schema = schema;
        Binder binder = Binder.over(input);
        List<BoundExpr> bound = DeepStack.call(() ->
                expressions.stream().map(expr -> binder.bind(expr.unaliased())).toList());
        this.evaluators = bound.stream().map(Evaluator::of).toList();
    }

    @Override
    public Table apply(Batch rows, QueryContext context) {
        Table batch = rows.table();
        List<Column> columns = new ArrayList<>();
        try {
            for (Evaluator evaluator : evaluators) {
                columns.add(evaluator.evaluate(batch, context.pool(), kept));
            }
            return new Table(schema, columns, batch.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    @Override
    public void close() {
        kept.close();
    }
}
