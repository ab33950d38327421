package dev.sheaf.query;

import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Lets several queries share one pool and one set of threads, for servers.
///
/// ```java
/// QuerySlots slots = new QuerySlots(pool, 16, 8);   // 16 threads, at most 8 queries at once
/// try (QuerySlots.Slot slot = slots.enter(Duration.ofSeconds(30))) {
///     QueryContext context = slot.builder().timeout(Duration.ofMinutes(1)).build();
///     ...
/// }
/// ```
/// **Memory.** A query that enters gets half of what is free to itself, but never less than half of an equal share.
/// Nobody else takes that from it, so that a query that runs does not fail for want of memory that another one came
/// to hold. **Order.** Queries enter in the order in which they ask; one for which there is no room yet holds up
/// those behind it, and waits no longer than its patience. **Threads.** Each query has its own thread, and of the
/// others an equal share.
///
/// What a query leaves behind (results that are open) counts for the pool until it is closed. Thread-safe.
public final class QuerySlots {
    /// How often a waiting query looks for memory that a running query has given back.
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final MemoryPool pool;
    private final int threads;
    private final int mostQueries;
    private final ThreadShares shares;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Object> waiting = new ArrayDeque<>();
    private int running;

    /// Slots for at most `mostQueries` queries at once on `threads` threads and the memory of `pool`, which stays the
    /// caller's.
    ///
    /// @throws IllegalArgumentException if there are fewer threads than queries, or no query
    public QuerySlots(MemoryPool pool, int threads, int mostQueries) {
        if (mostQueries < 1 || threads < mostQueries) {
            throw new IllegalArgumentException(mostQueries + " queries at once on " + threads
                    + " threads; use 1 query or more, and a thread for each");
        }
        this.pool = pool;
        this.threads = threads;
        this.mostQueries = mostQueries;
        this.shares = new ThreadShares(threads);
    }

    /// The place of one running query.
    public final class Slot implements AutoCloseable {
        private final MemoryPool part;
        private final ThreadShares.Share share = shares.new Share();
        private boolean open = true;

        private Slot(MemoryPool part) {
            this.part = part;
        }

        /// Starts a context with the memory and threads of this place.
        public QueryContext.Builder builder() {
            return QueryContext.builder().pool(part).threads(threads).share(share);
        }

        /// The memory of this place.
        public MemoryPool pool() {
            return part;
        }

        /// Lets the next query in.
        @Override
        public void close() {
            lock.lock();
            try {
                if (open) {
                    open = false;
                    share.end();
                    part.close();
                    running--;
                    changed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /// Waits for a place, at most as long as `patience`.
    ///
    /// @throws QueryCancelledException if there was none in time, or the thread was interrupted
    public Slot enter(Duration patience) {
        Object ticket = new Object();
        lock.lock();
        try {
            waiting.addLast(ticket);
            long left = patience.toNanos();
            MemoryPool part;
            while ((part = part(ticket)) == null) {
                if (left <= 0) {
                    throw new QueryCancelledException("no place within " + patience + ": " + running + " queries run, "
                            + waiting.size() + " wait");
                }
                long before = System.nanoTime();
                long unused = changed.awaitNanos(Math.min(left, LOOK_NANOS));
                left -= Math.max(System.nanoTime() - before, unused < 0 ? 0 : 1);
            }
            running++;
            return new Slot(part);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new QueryCancelledException("interrupted while waiting for a place");
        } finally {
            waiting.remove(ticket);
            changed.signalAll();
            lock.unlock();
        }
    }

    /// Memory for the first in the queue; null if it is not its turn, or there is no room.
    private @Nullable MemoryPool part(Object ticket) {
        if (!ticket.equals(waiting.peekFirst()) || running == mostQueries) {
            return null;
        }
        long least = Math.max(1, pool.limitBytes() / (2L * mostQueries));
        long free = pool.limitBytes() - pool.usedBytes();
        long wanted = mostQueries == 1 ? Math.max(least, free) : Math.max(least, free / 2);
        try {
            return pool.share(wanted, wanted);
        } catch (MemoryLimitException full) {
            return null;
        }
    }

    /// How many queries run.
    public int runningQueries() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }

    /// How many queries wait.
    public int waitingQueries() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }
}
