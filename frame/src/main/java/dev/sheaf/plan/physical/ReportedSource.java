package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.ProgressListener;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A scan that tells the query's listener how many of its rows were read.
final class ReportedSource implements BatchSource {
    private final BatchSource input;
    private final long total;
    private final AtomicLong done = new AtomicLong();

    private ReportedSource(BatchSource input) {
        this.input = input;
        this.total = input.stats().rowCount().orElse(-1);
    }

    /// The same source when nobody listens.
    @SuppressWarnings("ReferenceEquality") // the listener that is known to hear nothing
    static BatchSource of(BatchSource input, QueryContext context) {
        return context.progress() == ProgressListener.NONE ? input : new ReportedSource(input);
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
        Batch batch = input.next(context);
        if (batch != null) {
            context.progress().progress("reading", done.addAndGet(batch.rowCount()), total);
        }
        return batch;
    }

    @Override
    public void close() {
        input.close();
    }
}
