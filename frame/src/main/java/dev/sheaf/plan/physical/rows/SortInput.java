package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.spill.ExternalSort;
import java.util.List;

/// The rows of a stream on their way into a sort, with the columns of their keys: they wait in memory while they fit;
/// from then on they go to an external sort.
public final class SortInput implements AutoCloseable {
    private final KeyedSort sort;
    private final long rowBytes;
    private final QueryContext context;
    private final BatchCollector waiting = new BatchCollector();
    private long waitingBytes;
    private boolean spilling;

    /// `rowBytes` is what a row takes in memory besides itself and the room to sort it. The sort stays the caller's.
    public SortInput(KeyedSort sort, long rowBytes, QueryContext context) {
        this.sort = sort;
        this.rowBytes = rowBytes;
        this.context = context;
    }

    /// Pulls a source to its end on all threads of the query. Says whether the rows are in the sort; else they wait.
    public boolean pull(BatchSource source) {
        if (BatchCollector.isSmall(source)) {
            pullShare(source);
        } else {
            Workers.runOnAll(context, _ -> pullShare(source));
        }
        if (spilling) {
            spill(waiting.take());
        }
        return spilling;
    }

    /// Whether the rows are in the sort; else they wait.
    public boolean isSpilled() {
        return spilling;
    }

    /// The waiting rows in stream order.
    public Table toTable() {
        return waiting.toTable(sort.keys().schema(), context);
    }

    private void pullShare(BatchSource source) {
        Batch batch;
        while ((batch = source.next(context)) != null) {
            try (Batch pulled = batch) {
                add(new Batch(sort.keys().step().apply(pulled.table(), context), pulled.firstRow()));
            }
            context.checkCancelled();
        }
    }

    private void add(Batch batch) {
        List<Batch> leaving;
        synchronized (this) {
            waiting.add(batch);
            waitingBytes += ExternalSort.byteSize(batch.table()) + rowBytes * batch.rowCount();
            spilling |= sort.isShort(waitingBytes);
            leaving = spilling ? waiting.take() : List.of();
        }
        spill(leaving);
    }

    /// Batches are closed, also behind one that fails.
    private void spill(List<Batch> leaving) {
        int next = 0;
        try {
            while (next < leaving.size()) {
                spill(leaving.get(next++));
            }
        } finally {
            leaving.subList(next, leaving.size()).forEach(Batch::close);
        }
    }

    private void spill(Batch batch) {
        try (batch;
                FixedColumn ordinals = Ordinals.longs(batch.firstRow(), batch.rowCount(), context.pool())) {
            sort.add(batch.table(), ordinals);
        }
    }

    @Override
    public void close() {
        waiting.close();
    }
}
