package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import dev.sheaf.spill.StoredBatch;
import dev.sheaf.spill.StoredBatches;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some columns of stored rows, which stay stored.
final class PickedColumns implements BatchSource {
    private final BatchSource rows;
    private final List<String> columns;
    private final Schema schema;
    private final SourceStats stats;

    PickedColumns(StoredBatches store, List<String> columns) {
        this.rows = store.source();
        this.columns = columns;
        this.schema = store.schema().select(columns);
        this.stats = SourceStats.ofRows(
                store.batches().stream().mapToLong(StoredBatch::rowCount).sum());
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return stats;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        Batch batch = rows.next(context);
        if (batch == null) {
            return null;
        }
        try (batch) {
            return new Batch(batch.table().select(columns), batch.firstRow());
        }
    }

    @Override
    public long lowestNextRow() {
        return rows.lowestNextRow();
    }

    @Override
    public void close() {
        rows.close();
    }
}
