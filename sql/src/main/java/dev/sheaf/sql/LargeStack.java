package dev.sheaf.sql;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// Runs work that recurses deeply: a query may be nested a thousand levels deep.
final class LargeStack {
    /// Enough for the deepest nesting that parser and binder allow; memory is taken as it is used.
    private static final long BYTES = 64L << 20;

    private LargeStack() {}

    /// Runs `work` here, and anew on a thread with a large stack if this one's does not suffice.
    ///
    /// @throws StackOverflowError if that does not suffice either
    static <T> T call(Supplier<T> work) {
        try {
            return work.get();
        } catch (StackOverflowError deep) {
            FutureTask<T> task = new FutureTask<>(work::get);
            Thread thread = new Thread(null, task, "sheaf-sql", BYTES);
            thread.setDaemon(true);
            thread.start();
            return await(task);
        }
    }

    /// The result; an interrupt is passed on afterwards.
    private static <T> T await(FutureTask<T> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException _) {
                    interrupted = true;
                } catch (ExecutionException failed) {
                    throw rethrown(java.util.Objects.requireNonNullElse(failed.getCause(), failed));
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        return switch (cause) {
            case RuntimeException failure -> failure;
            case Error error -> throw error;
            default -> throw new AssertionError(cause);
        };
    }
}
