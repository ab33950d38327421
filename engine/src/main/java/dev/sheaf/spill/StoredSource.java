package dev.sheaf.spill;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.Deque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Some batches of [StoredBatches] as a stream. Each call reads a batch on the calling thread.
///
/// @param left the batches that were not read yet, in the order of their first rows
/// @param reader gives the rows of a batch
record StoredSource(Schema schema, Deque<StoredBatch> left, Function<StoredBatch, Table> reader)
        implements BatchSource {
    @Override
    public @Nullable Batch next(QueryContext context) {
        StoredBatch batch;
        synchronized (left) {
            batch = left.poll();
        }
        return batch == null ? null : new Batch(reader.apply(batch), batch.firstRow());
    }

    @Override
    public long lowestNextRow() {
        synchronized (left) {
            return left.isEmpty() ? Long.MAX_VALUE : left.getFirst().firstRow();
        }
    }

    @Override
    public void close() {}
}
