package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.plan.physical.join.JoinShape;
import dev.sheaf.plan.physical.join.KeyFilter;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.Workers;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// A source whose first batches were pulled before anybody asked; they come first.
final class AheadSource implements BatchSource {
    private final BatchSource input;
    private final PriorityQueue<Batch> waiting = new PriorityQueue<>(Comparator.comparingLong(Batch::firstRow));
    private long rows;
    private long bytes;

    /// Takes over the input.
    AheadSource(BatchSource input) {
        this.input = input;
    }

    /// Pulls until the input ends or gave more than so many rows or bytes, on all threads if its order survives that;
    /// whether it ended. Called once, before anything is asked for.
    boolean pull(long mostRows, long mostBytes, QueryContext context) {
        if (input.lowestNextRow() == Long.MIN_VALUE) {
            pullShare(mostRows, mostBytes, context);
        } else {
            Workers.runOnAll(context, _ -> pullShare(mostRows, mostBytes, context));
        }
        return rows <= mostRows && bytes <= mostBytes;
    }

    private void pullShare(long mostRows, long mostBytes, QueryContext context) {
        Batch batch;
        while (hasRoom(mostRows, mostBytes) && (batch = input.next(context)) != null) {
            keep(batch);
            context.checkCancelled();
        }
    }

    private synchronized boolean hasRoom(long mostRows, long mostBytes) {
        return rows <= mostRows && bytes <= mostBytes;
    }

    private synchronized void keep(Batch batch) {
        waiting.add(batch);
        rows += batch.rowCount();
        bytes += batch.table().byteSize();
    }

    /// The keys of the rows that were pulled.
    KeyFilter filter(JoinShape shape, QueryContext context) {
        return KeyFilter.of(waiting.stream().map(Batch::table).toList(), shape, context);
    }

    @Override
    public Schema schema() {
        return input.schema();
    }

    @Override
    public SourceStats stats() {
        return input.stats();
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        synchronized (this) {
            if (!waiting.isEmpty()) {
                return waiting.poll();
            }
        }
        return input.next(context);
    }

    @Override
    public synchronized long lowestNextRow() {
        long lowest = input.lowestNextRow();
        return waiting.isEmpty() ? lowest : Math.min(lowest, waiting.peek().firstRow());
    }

    @Override
    public void close() {
        waiting.forEach(Batch::close);
        waiting.clear();
        input.close();
    }
}
