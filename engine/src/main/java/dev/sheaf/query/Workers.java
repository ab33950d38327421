package dev.sheaf.query;

import dev.sheaf.column.Tasks;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

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

    /// Runs `task` once for each worker number `0 .. threads - 1` and waits for all. Failures as in [#forEach].
    public static void runOnAll(QueryContext context, IntConsumer task) {
        forEach(context, context.threads(), task);
    }

    /// Runs `task` once for each item number `0 .. count - 1`, spread over the threads, and waits for all.
    ///
    /// The first failure stops the others at their next [QueryContext#checkCancelled()] and is thrown when all
    /// have ended; items that have not begun by then do not.
    public static void forEach(QueryContext context, int count, IntConsumer task) {
        tasks(context).forEach(count, task);
    }

    /// The threads of a query for kernels that know nothing of queries. A task may run tasks of its own by the same
    /// object: threads that find nothing left to do join whatever still runs there.
    public static Tasks tasks(QueryContext context) {
        return new OpenJobs(context);
    }

    /// What [Tasks#forEach] was asked to do, and how far it is.
    private static final class Job {
        private final int count;
        private final IntConsumer task;
        private final Failure failure;
        private final AtomicInteger next = new AtomicInteger();
        private final CountDownLatch left;

        Job(QueryContext context, int count, IntConsumer task) {
            this.count = count;
            this.failure = new Failure(context);
            this.left = new CountDownLatch(count);
            this.task = item -> {
                context.checkCancelled();
                task.accept(item);
            };
        }

        /// Items that no thread has begun.
        int waiting() {
            return Math.max(0, count - next.get());
        }

        /// Runs an item, or returns false if none is left.
        boolean runNext() {
            int item = next.getAndIncrement();
            if (item >= count) {
                return false;
            }
            if (!failure.hasHappened()) {
                failure.guard(task, item);
            }
            left.countDown();
            return true;
        }
    }

    /// The jobs of one [Tasks], and the threads that work on them: no more at a time than the query has.
    private static final class OpenJobs implements Tasks {
        private final QueryContext context;
        private final Deque<Job> open = new ArrayDeque<>();
        private int running;

        OpenJobs(QueryContext context) {
            this.context = context;
        }

        @Override
        public void forEach(int count, IntConsumer task) {
            Job job = new Job(context, count, task);
            boolean isOutermost = begin(job);
            while (job.runNext()) {
                callHelpers(1);
            }
            if (job.left.getCount() > 0) { // else a thread called in vain would run beside this one
                await(job);
            }
            end(job, isOutermost);
            job.failure.rethrow();
        }

        @Override
        public int threads() {
            return context.threads();
        }

        /// A thread that comes from outside is one of those that run.
        private synchronized boolean begin(Job job) {
            boolean isOutermost = running == 0;
            running += isOutermost ? 1 : 0;
            open.addFirst(job);
            callHelpers(1);
            return isOutermost;
        }

        private synchronized void end(Job job, boolean isOutermost) {
            open.remove(job);
            running -= isOutermost ? 1 : 0;
        }

        /// While this thread waits, another one may run.
        private void await(Job job) {
            step(-1);
            boolean interrupted = false;
            while (true) {
                try {
                    job.left.await();
                    break;
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
            step(1);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized void step(int by) {
            running += by;
            callHelpers(0);
        }

        /// Calls threads for the items that no thread has begun, but for those that the calling one takes next.
        private synchronized void callHelpers(int taken) {
            long items = open.stream().mapToLong(Job::waiting).sum() - taken;
            while (items-- > 0 && running < context.threads() && context.takeThreads(1) == 1) {
                try {
                    THREADS.execute(this::help);
                    running++;
                } catch (RuntimeException | Error noThread) { // those that run do the work
                    context.giveThreads(1);
                    return;
                }
            }
        }

        private synchronized @Nullable Job openJob() {
            for (Job job : open) {
                if (job.waiting() > 0) {
                    return job;
                }
            }
            return null;
        }

        private void help() {
            Job job;
            while ((job = nextJob()) != null) {
                job.runNext();
            }
        }

        /// A job with items left; null if there is none or more threads run than should, and this one ends.
        private synchronized @Nullable Job nextJob() {
            Job job = running > context.threads() ? null : openJob();
            if (job == null) {
                running--;
                context.giveThreads(1);
            }
            return job;
        }
    }
}
