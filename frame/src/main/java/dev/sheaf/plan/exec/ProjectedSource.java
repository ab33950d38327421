package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.ForwardingSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import dev.sheaf.spill.StoredBatch;
import dev.sheaf.spill.StoredBatches;
import java.util.List;

/// Some columns of stored rows, which stay stored.
final class ProjectedSource implements ForwardingSource {
    private final BatchSource input;
    private final List<String> columns;
    private final Schema schema;
    private final SourceStats stats;

    ProjectedSource(StoredBatches store, List<String> columns) {
        this.input = store.source();
        this.columns = columns;
        this.schema = store.schema().select(columns);
        this.stats = SourceStats.ofRows(
                store.batches().stream().mapToLong(StoredBatch::rowCount).sum());
    }

    @Override
    public BatchSource input() {
        return input;
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
    public Batch pass(Batch batch, QueryContext context) {
        try (batch) {
            return new Batch(batch.table().select(columns), batch.firstRow());
        }
    }
}
