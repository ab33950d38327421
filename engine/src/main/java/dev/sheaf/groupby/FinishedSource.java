package dev.sheaf.groupby;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import org.jspecify.annotations.Nullable;

/// The groups of another source, finished batch by batch. Closes it.
final class FinishedSource implements BatchSource {
    private final BatchSource groups;
    private final Finisher finisher;

    FinishedSource(BatchSource groups, Finisher finisher) {
        this.groups = groups;
        this.finisher = finisher;
    }

    /// The groups of a source, finished; the source itself if nothing is asked for.
    static BatchSource of(BatchSource groups, GroupFinish finish) {
        if (finish.isNone()) {
            return groups;
        }
        try {
            return new FinishedSource(groups, Finisher.compile(finish, groups.schema()));
        } catch (RuntimeException | Error failure) {
            groups.close();
            throw failure;
        }
    }

    @Override
    public Schema schema() {
        return finisher.schema();
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        try (Batch batch = groups.next(context)) {
            return batch == null ? null : new Batch(finisher.apply(batch.table(), context.pool()), batch.firstRow());
        }
    }

    @Override
    public void close() {
        groups.close();
    }
}
