package dev.sheaf.spill;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Some batches of [StoredBatches] as a stream. Each call reads a batch on the calling thread.
final class StoredSource implements BatchSource {
    private final Schema schema;
    private final Function<StoredBatch, Table> reader;
    private final Deque<StoredBatch> left;

    /// Batches in the order of their first rows; `reader` gives their rows.
    StoredSource(Schema schema, List<StoredBatch> batches, Function<StoredBatch, Table> reader) {
        this.schema = schema;
        this.reader = reader;
        this.left = new ArrayDeque<>(batches);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        StoredBatch batch;
        synchronized (this) {
            batch = left.poll();
        }
        return batch == null ? null : new Batch(reader.apply(batch), batch.firstRow());
    }

    @Override
    public synchronized long lowestNextRow() {
        StoredBatch first = left.peek();
        return first == null ? Long.MAX_VALUE : first.firstRow();
    }

    @Override
    public void close() {}
}
