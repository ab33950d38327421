package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import org.jspecify.annotations.Nullable;

/// No rows.
record EmptySource(Schema schema) implements BatchSource {

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(0);
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        return null;
    }

    @Override
    public long lowestNextRow() {
        return Long.MAX_VALUE;
    }

    @Override
    public void close() {}
}
