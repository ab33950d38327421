package dev.sheaf.query;

import dev.sheaf.column.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/// Runs tasks on the threads of a query.
///
/// Threads are daemons, kept for a minute and shared by all queries of the process; a query uses as many at once as
/// its context says, the calling thread among them, and no more than its share where queries share threads
/// ([QuerySlots]). Workers that get no thread of their own run on the others, one after the other: no worker may
/// wait for what another one does.
public final class Workers {
    private static final AtomicInteger COUNTER = new AtomicInteger();
    private static final ExecutorService THREADS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "sheaf-worker-" + COUNTER.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    });

    private Workers() {}

    /// Runs `task` once for each worker number `0 .. threads - 1` and waits for all.
    ///
    /// The first failure stops the others at their next [QueryContext#checkCancelled()] and is thrown when all
    /// have ended.
    public static void runOnAll(QueryContext context, IntConsumer task) {
        run(context, context.threads(), task);
    }

    /// Runs `task` once for each item number `0 .. count - 1`, spread over the threads, and waits for all.
    /// Failures as in [#runOnAll].
    public static void forEach(QueryContext context, int count, IntConsumer task) {
        AtomicInteger next = new AtomicInteger();
        run(context, Math.min(context.threads(), count), _ -> {
            int item;
            while ((item = next.getAndIncrement()) < count) {
                context.checkCancelled();
                task.accept(item);
            }
        });
    }

    /// The threads of a query for kernels that know nothing of queries.
    public static Tasks tasks(QueryContext context) {
        return (count, task) -> forEach(context, count, task);
    }

    private static void run(QueryContext context, int workers, IntConsumer task) {
        if (workers <= 0) {
            return;
        }
        Failure failure = new Failure(context);
        List<Future<?>> others = new ArrayList<>();
        AtomicInteger next = new AtomicInteger(1);
        int helpers = context.takeThreads(workers - 1);
        try {
            for (int helper = 0; helper < helpers; helper++) {
                others.add(THREADS.submit(() -> runRest(next, workers, task, failure)));
            }
            failure.guard(task, 0);
            runRest(next, workers, task, failure);
        } catch (RuntimeException | Error noThread) { // those that run have to end before this call does
            failure.record(noThread);
        }
        others.forEach(Workers::await);
        context.giveThreads(helpers);
        failure.rethrow();
    }

    private static void runRest(AtomicInteger next, int workers, IntConsumer task, Failure failure) {
        int worker;
        while ((worker = next.getAndIncrement()) < workers) {
            failure.guard(task, worker);
        }
    }

    /// Waits for the end of a task, whose failures are already caught; an interrupt is passed on afterwards.
    private static void await(Future<?> task) {
        boolean interrupted = false;
        while (true) {
            try {
                task.get();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            } catch (ExecutionException unexpected) {
                throw new AssertionError(unexpected);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
