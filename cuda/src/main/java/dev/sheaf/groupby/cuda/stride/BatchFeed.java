package dev.sheaf.groupby.cuda.stride;

import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Gives the batches of a source. A table in memory is one batch. Threads read ahead from a slow source such as
/// files; batches then come in any order.
///
/// One thread may use it. Closing it leaves the source open.
public final class BatchFeed implements AutoCloseable {
    private static final int PROBES = 4;

    /// What a batch may take on average for the caller to read on: a thread decodes some 100 MB a second of a file.
    private static final long CHEAP_NANOS = 100_000;

    private final BatchSource input;
    private final QueryContext context;
    private final int threads;
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Batch> ready = new ArrayDeque<>();
    private int pulls;
    private long nanos;
    private int reading;
    private boolean isParallel;
    private boolean isWhole;
    private boolean stopped;
    private @Nullable Throwable failure;

    /// @param threads how many may read ahead; with none the caller reads, and batches come in the source's order
    public BatchFeed(BatchSource input, QueryContext context, int threads) {
        this.input = input;
        this.context = context;
        this.threads = threads;
    }

    /// The next batch, which the caller closes; null at the end.
    @Nullable
    public Batch next() {
        context.checkCancelled();
        if (isParallel) {
            return take();
        }
        Batch rest = pulls == 0 ? input.takeRest(context) : null;
        if (rest != null) {
            pulls = PROBES;
            isWhole = true;
            return rest;
        }
        long start = System.nanoTime();
        Batch batch = input.next(context);
        nanos += System.nanoTime() - start;
        pulls++;
        if (pulls == PROBES && threads > 0 && nanos > PROBES * CHEAP_NANOS && batch != null) {
            startReading();
        }
        return batch;
    }

    /// Whether the first batch was a table in memory, all of it.
    boolean gaveWhole() {
        return isWhole;
    }

    private void startReading() {
        isParallel = true;
        reading = threads;
        for (int i = 0; i < threads; i++) {
            Thread.ofPlatform().name("sheaf-read-" + i).daemon().start(this::read);
        }
    }

    private void read() {
        Throwable caught = null;
        try {
            Batch batch = input.next(context);
            while (batch != null && put(batch)) {
                batch = input.next(context);
            }
        } catch (RuntimeException | Error thrown) {
            caught = thrown;
        }
        end(caught);
    }

    /// Whether to go on.
    private boolean put(Batch batch) {
        lock.lock();
        try {
            while (ready.size() >= 2 * threads && !stopped) {
                changed.awaitUninterruptibly();
            }
            ready.addLast(batch);
            changed.signalAll();
            return !stopped;
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable Throwable caught) {
        lock.lock();
        try {
            reading--;
            if (caught != null && failure == null) {
                failure = caught;
                stopped = true;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Batch take() {
        lock.lock();
        try {
            while (ready.isEmpty() && reading > 0 && failure == null) {
                changed.awaitUninterruptibly();
            }
            throwFailure();
            changed.signalAll();
            return ready.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    private void throwFailure() {
        switch (failure) {
            case null -> {}
            case RuntimeException caught -> throw caught;
            case Error caught -> throw caught;
            default -> throw new IllegalStateException(failure);
        }
    }

    /// Waits for the readers and closes what nobody took.
    @Override
    public void close() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
            while (reading > 0) {
                changed.awaitUninterruptibly();
            }
            ready.forEach(Batch::close);
            ready.clear();
        } finally {
            lock.unlock();
        }
    }
}
