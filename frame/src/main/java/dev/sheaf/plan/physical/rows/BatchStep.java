package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;

/// What a streaming operator does to each batch. Thread-safe; the caller closes what it passes in and what comes
/// out.
@FunctionalInterface
public interface BatchStep extends AutoCloseable {
    /// The batch as it is.
    BatchStep NOTHING = (batch, _) -> batch.table().retain();

    Table apply(Batch batch, QueryContext context);

    /// As [#apply(Batch, QueryContext)], for rows whose place among all rows makes no difference.
    default Table apply(Table rows, QueryContext context) {
        return apply(new Batch(rows, 0), context);
    }

    /// Gives back what it keeps from batch to batch, after the last one.
    @Override
    default void close() {}
}
