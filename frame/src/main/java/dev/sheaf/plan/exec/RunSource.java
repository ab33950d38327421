package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SharedParts;
import dev.sheaf.query.SourceStats;
import org.jspecify.annotations.Nullable;

/// The result of a plan; closing it ends the run for which the plan's shared parts are kept.
record RunSource(BatchSource result, SharedParts.Run run) implements BatchSource {
    @Override
    public Schema schema() {
        return result.schema();
    }

    @Override
    public SourceStats stats() {
        return result.stats();
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        return result.next(context);
    }

    @Override
    public @Nullable Batch takeRest(QueryContext context) {
        return result.takeRest(context);
    }

    @Override
    public long lowestNextRow() {
        return result.lowestNextRow();
    }

    @Override
    public void close() {
        try (run) {
            result.close();
        }
    }
}
