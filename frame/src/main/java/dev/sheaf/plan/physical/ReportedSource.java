package dev.sheaf.plan.physical;

import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.ForwardingSource;
import dev.sheaf.query.ProgressListener;
import dev.sheaf.query.QueryContext;
import java.util.concurrent.atomic.AtomicLong;

/// A scan that tells the query's listener how many of its rows were read.
final class ReportedSource implements ForwardingSource {
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
    public BatchSource input() {
        return input;
    }

    @Override
    public Batch pass(Batch batch, QueryContext context) {
        context.progress().progress("reading", done.addAndGet(batch.rowCount()), total);
        return batch;
    }
}
