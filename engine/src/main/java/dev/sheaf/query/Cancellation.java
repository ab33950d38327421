package dev.sheaf.query;

import org.jspecify.annotations.Nullable;

/// A switch by which any thread stops a query. Workers look at it between batches, so a query stops within one
/// batch's time.
public final class Cancellation {
    private volatile @Nullable String reason;

    /// A switch that is off.
    public Cancellation() {}

    /// Stops the query; the first reason stays.
    public synchronized void cancel(String why) {
        if (reason == null) {
            reason = why;
        }
    }

    /// Whether [#cancel] was called.
    public boolean isCancelled() {
        return reason != null;
    }

    /// @throws QueryCancelledException if the query was cancelled
    public void check() {
        String why = reason;
        if (why != null) {
            throw new QueryCancelledException(why);
        }
    }
}
