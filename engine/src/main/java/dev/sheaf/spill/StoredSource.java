package dev.sheaf.spill;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some batches of [StoredBatches] as a stream. Each call reads a batch on the calling thread.
final class StoredSource implements BatchSource {
    private final StoredBatches store;
    private final Deque<StoredBatch> left;

    /// Batches in the order of their first rows.
    StoredSource(StoredBatches store, List<StoredBatch> batches) {
        this.store = store;
        this.left = new ArrayDeque<>(batches);
    }

    @Override
    public Schema schema() {
        return store.schema();
    }

    @Override
    public synchronized SourceStats stats() {
        return SourceStats.UNKNOWN;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        StoredBatch batch;
        synchronized (this) {
            batch = left.poll();
        }
        return batch == null ? null : new Batch(store.read(batch), batch.firstRow());
    }

    @Override
    public synchronized long lowestNextRow() {
        StoredBatch first = left.peek();
        return first == null ? Long.MAX_VALUE : first.firstRow();
    }

    @Override
    public void close() {}
}
