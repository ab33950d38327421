package dev.sheaf.query;

import dev.sheaf.column.Schema;
import org.jspecify.annotations.Nullable;

/// A source that gives what another one gives, and does a little more with it. Each method passes its call on, so that
/// an implementation says only what it changes; closing this closes the other.
public interface ForwardingSource extends BatchSource {

    /// The other.
    BatchSource input();

    /// What becomes of a batch, whether it comes by [#next] or [#takeRest]: the batch itself, or another one in its
    /// place, and then this is closed, also when it fails. Its cost should not grow with the rows.
    default Batch pass(Batch batch, QueryContext context) {
        return batch;
    }

    @Override
    default Schema schema() {
        return input().schema();
    }

    @Override
    default SourceStats stats() {
        return input().stats();
    }

    @Override
    default @Nullable Batch next(QueryContext context) {
        Batch batch = input().next(context);
        return batch == null ? null : pass(batch, context);
    }

    @Override
    default @Nullable Batch takeRest(QueryContext context) {
        Batch batch = input().takeRest(context);
        return batch == null ? null : pass(batch, context);
    }

    @Override
    default long lowestNextRow() {
        return input().lowestNextRow();
    }

    @Override
    default void close() {
        input().close();
    }
}
