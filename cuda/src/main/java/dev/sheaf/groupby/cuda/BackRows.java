package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.groupby.cuda.stride.SharedRows;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import org.jspecify.annotations.Nullable;

/// The rows that the device takes. Closing it closes nothing.
record BackRows(SharedRows rows, SourceStats stats, long batchRows) implements BatchSource {
    @Override
    public Schema schema() {
        return rows.table().schema();
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        return rows.fromBack(batchRows);
    }

    @Override
    public void close() {}
}
