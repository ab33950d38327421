package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import org.jspecify.annotations.Nullable;

/// The batches of an input after a step, each on the thread that pulls it. Closes the step, too.
record SteppedSource(BatchSource input, Schema schema, SourceStats stats, BatchStep step) implements BatchSource {

    @Override
    public @Nullable Batch next(QueryContext context) {
        Batch batch = input.next(context);
        if (batch == null) {
            return null;
        }
        try (batch;
                var _ = context.phases().time(Phase.EVALUATE)) {
            return new Batch(step.apply(batch, context), batch.firstRow());
        }
    }

    @Override
    public long lowestNextRow() {
        return input.lowestNextRow();
    }

    @Override
    public void close() {
        try (step) {
            input.close();
        }
    }
}
