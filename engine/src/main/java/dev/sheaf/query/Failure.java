package dev.sheaf.query;

import dev.sheaf.memory.Checkpoint;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// The first failure among the workers of one [Workers] call.
final class Failure {
    private final QueryContext context;
    private @Nullable Throwable first;

    Failure(QueryContext context) {
        this.context = context;
    }

    /// Runs a worker; its failure stops the others.
    void guard(IntConsumer task, int worker) {
        try (var _ = Checkpoint.watch(context::checkCancelled)) {
            task.accept(worker);
        } catch (Throwable thrown) {
            record(thrown);
        }
    }

    synchronized boolean hasHappened() {
        return first != null;
    }

    /// Takes note of a failure, and stops the workers. Where workers have workers of their own, one may be stopped
    /// before the failure that stopped it gets here: that one is what the query failed of.
    @SuppressWarnings("ReferenceEquality") // suppressing itself is what an exception refuses
    synchronized void record(Throwable thrown) {
        boolean onlyStopped = first instanceof QueryCancelledException && !context.isCancelled();
        if (first == null || (onlyStopped && !(thrown instanceof QueryCancelledException))) {
            first = thrown;
            context.stopWorkers();
        } else if (thrown != first && !(thrown instanceof QueryCancelledException)) {
            first.addSuppressed(thrown);
        }
    }

    synchronized void rethrow() {
        switch (first) {
            case null -> {}
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            case Throwable failure -> throw new IllegalStateException(failure);
        }
    }
}
