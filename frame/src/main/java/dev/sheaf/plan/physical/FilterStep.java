package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.plan.physical.join.PartnerStep;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// Keeps some columns of the rows for which a condition is true and that may have partners in joins above; a batch that
/// passes whole is not copied.
final class FilterStep implements BatchStep {
    private final RowPick pick;
    private final List<String> columns;
    private final List<PartnerStep> partners;
    private final KeptResults kept = new KeptResults();

    FilterStep(Expr condition, List<String> columns, Schema input, List<PartnerStep> partners) {
        this.partners = partners;
        this.pick = RowPick.of(condition, input);
        this.columns = columns;
    }

    @Override
    public Table apply(Batch batch, QueryContext context) {
        RowPick.Picked picked = pick.of(batch.table(), context.pool(), kept);
        for (PartnerStep step : partners) {
            picked = picked.partners(step, batch.table(), context.pool());
        }
        try (Table wanted = batch.table().select(columns)) {
            return picked.all(wanted, context.pool());
        }
    }

    @Override
    public void close() {
        kept.close();
    }
}
