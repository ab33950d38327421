package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// A source that keeps the batches that it gave, up to a number of bytes, so that another backend can start
/// over when the device fails. Batches of a table in memory are views and cost nothing. Closing it leaves the
/// source open.
final class KeptSource implements BatchSource {
    private final BatchSource input;
    private final long limitBytes;
    private final Deque<Batch> kept = new ArrayDeque<>();
    private long keptBytes;
    private boolean complete = true;
    private boolean again;

    KeptSource(BatchSource input, long limitBytes) {
        this.input = input;
        this.limitBytes = limitBytes;
    }

    /// Begins again at the first batch. False if that is impossible, because there were too many bytes to keep.
    synchronized boolean startOver() {
        again = complete;
        return complete;
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
        Batch earlier = takeKept();
        if (earlier != null) {
            return earlier;
        }
        Batch batch = input.next(context);
        if (batch != null) {
            keep(batch);
        }
        return batch;
    }

    @Override
    public @Nullable Batch takeRest(QueryContext context) {
        Batch rest = input.takeRest(context);
        if (rest != null) {
            keep(rest);
        }
        return rest;
    }

    private synchronized @Nullable Batch takeKept() {
        return again ? kept.poll() : null;
    }

    private synchronized void keep(Batch batch) {
        if (again || !complete) {
            return;
        }
        keptBytes += bytes(batch.table());
        if (keptBytes > limitBytes) {
            complete = false;
            release();
            return;
        }
        kept.add(new Batch(batch.table().retain(), batch.firstRow()));
    }

    private static long bytes(Table table) {
        long bytes = 0;
        for (Column column : table.columns()) {
            int width = column.type().layout().byteWidth();
            bytes += column.length() * Math.max(width, 4L);
            if (column instanceof VarColumn text) {
                bytes += text.offsets().start(text.length()) - text.offsets().start(0);
            }
        }
        return bytes;
    }

    private void release() {
        kept.forEach(Batch::close);
        kept.clear();
    }

    @Override
    public long lowestNextRow() {
        return again ? Long.MIN_VALUE : input.lowestNextRow();
    }

    @Override
    public synchronized void close() {
        release();
    }
}
