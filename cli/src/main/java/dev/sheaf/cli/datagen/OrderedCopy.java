package dev.sheaf.cli.datagen;

import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;

/// Copies a source whose batches follow each other without gaps into a sink, in row order.
///
/// The threads of the context make batches at the same time and write them one at a time: who holds a later
/// batch waits for the rows before it, which some other thread has in hand, since a source deals out batches in
/// row order.
public final class OrderedCopy {
    private static final long WAIT_MILLIS = 100;

    private final BatchSource source;
    private final BatchSink sink;
    private final QueryContext context;
    private final String step;
    private long writtenRows;

    private OrderedCopy(BatchSource source, BatchSink sink, QueryContext context, String step) {
        this.source = source;
        this.sink = sink;
        this.context = context;
        this.step = step;
    }

    /// Copies all rows and returns how many; `step` names the work to the progress listener. The caller commits
    /// the sink and closes both.
    public static long copy(BatchSource source, BatchSink sink, QueryContext context, String step) {
        OrderedCopy copy = new OrderedCopy(source, sink, context, step);
        Workers.runOnAll(context, _ -> copy.work());
        return copy.writtenRows;
    }

    private void work() {
        while (true) {
            try (Batch batch = source.next(context)) {
                if (batch == null) {
                    return;
                }
                write(batch);
            }
        }
    }

    private synchronized void write(Batch batch) {
        while (writtenRows != batch.firstRow()) {
            context.checkCancelled();
            try {
                wait(WAIT_MILLIS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for the rows before", interrupted);
            }
        }
        try (var _ = context.phases().time(Phase.WRITE)) {
            sink.write(batch.table());
        }
        writtenRows += batch.rowCount();
        context.progress().progress(step, writtenRows, source.stats().rowCount().orElse(-1));
        notifyAll();
    }
}
