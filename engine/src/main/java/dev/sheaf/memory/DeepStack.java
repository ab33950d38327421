package dev.sheaf.memory;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/// Runs work that goes down a level for each level of an expression or plan: a sum of 100,000 terms is a tree as deep.
public final class DeepStack {
    /// Enough for some hundred thousand levels; memory is taken as it is used.
    private static final long BYTES = 1L << 30;

    private static final String NAME = "sheaf-deep";

    private DeepStack() {}

    /// What was asked for goes down more levels than a large stack has room for.
    public static final class OverflowException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        private OverflowException(StackOverflowError deep) {
            super("the query is nested too deeply; write it with fewer levels", deep);
        }
    }

    /// Runs `work` here, and anew on a thread with a large stack if this one's does not suffice. The work has no effect
    /// but its result. It is cancelled with what this thread works for.
    ///
    /// @throws OverflowException if that does not suffice either
    public static <T> T call(Supplier<T> work) {
        try {
            return work.get();
        } catch (StackOverflowError deep) {
            return isLarge() ? tooDeep(deep) : onLargeStack(() -> call(work));
        }
    }

    /// Runs `work`, which may have effects, on a thread with a large stack: this one if it has one. It is cancelled
    /// with what this thread works for.
    public static <T> T large(Supplier<T> work) {
        return isLarge() ? work.get() : onLargeStack(work);
    }

    private static boolean isLarge() {
        return Thread.currentThread().getName().equals(NAME);
    }

    private static <T> T tooDeep(StackOverflowError deep) {
        throw new OverflowException(deep);
    }

    private static <T> T onLargeStack(Supplier<T> work) {
        Runnable check = Checkpoint.current();
        FutureTask<T> task = new FutureTask<>(() -> {
            try (var _ = Checkpoint.watch(check)) {
                return work.get();
            }
        });
        Thread thread = new Thread(null, task, NAME, BYTES);
        thread.setDaemon(true);
        thread.start();
        return await(task);
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
                    throw rethrown(Objects.requireNonNullElse(failed.getCause(), failed));
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
