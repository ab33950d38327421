package dev.sheaf.query;

import dev.sheaf.file.PrivateFolder;
import dev.sheaf.memory.MemoryPool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// What one query carries: memory, threads, where it may run, how to stop it, and what it found out about itself.
///
/// Passed to everything that works, never static. One context serves one query; it owns nothing that has to be
/// closed.
public final class QueryContext {
    /// The least memory for which a thread is worth starting: what it reads at a time, and a table of groups.
    private static final long THREAD_BYTES = 12L << 20;

    /// Free memory for each thread from which on batches have their usual size.
    private static final long USUAL_THREAD_BYTES = 64L << 20;

    /// Batches of fewer rows take longer to begin than to work on.
    private static final int FEWEST_BATCH_ROWS = 2048;

    private final MemoryPool pool;
    private final int threads;
    private final long threadBytes;
    private final BackendPreference backend;
    private final Cancellation cancellation;
    private final ProgressListener progress;
    private final Path spillFolder;
    private final Settings settings;
    private final PhaseTimes phases;
    private final @Nullable QueryFlow flow;
    private final SpillStats spill = new SpillStats();
    private final SharedResults shared = new SharedResults();
    private final List<Decision> decisions = new CopyOnWriteArrayList<>();
    private final ThreadShares.@Nullable Share share;
    private final @Nullable Duration timeout;
    private final long startNanos = System.nanoTime();
    private volatile boolean workersStopped;

    private QueryContext(Builder builder) {
        this.pool = builder.pool;
        long free = pool.limitBytes() - pool.usedBytes();
        this.threads = Math.clamp(free / THREAD_BYTES, 1, builder.threads);
        this.threadBytes = free / threads;
        this.backend = builder.backend;
        this.cancellation = builder.cancellation;
        this.progress = builder.progress;
        this.spillFolder = builder.spillFolder;
        this.settings = builder.settings;
        this.share = builder.share;
        this.timeout = builder.timeout;
        this.flow = builder.flow;
        this.phases = new PhaseTimes(flow);
    }

    /// The shared pool, all processors, no listener.
    public static QueryContext create() {
        return builder().build();
    }

    /// Starts from the defaults of [#create()].
    public static Builder builder() {
        return new Builder();
    }

    /// Where memory comes from.
    public MemoryPool pool() {
        return pool;
    }

    /// How many threads the query may use at once: no more than there were 12 MiB of free memory for each.
    public int threads() {
        return threads;
    }

    /// How many rows a batch may have where it usually has `usual`: fewer, down to 2,048, where there were less
    /// than 64 MiB of free memory for a thread, so that what is read at a time stays the same share of it.
    public int batchRows(int usual) {
        long rows = threadBytes >= USUAL_THREAD_BYTES ? usual : usual * threadBytes / USUAL_THREAD_BYTES;
        return (int) Math.max(Math.min(usual, FEWEST_BATCH_ROWS), rows);
    }

    /// Where the query may run.
    public BackendPreference backend() {
        return backend;
    }

    /// Hears how far the query is.
    public ProgressListener progress() {
        return progress;
    }

    /// Where to write what does not fit in memory.
    public Path spillFolder() {
        return spillFolder;
    }

    /// Tuning constants and forced choices.
    public Settings settings() {
        return settings;
    }

    /// Where the time went.
    public PhaseTimes phases() {
        return phases;
    }

    /// What went to disk because memory was short.
    public SpillStats spill() {
        return spill;
    }

    /// What several places of the query use, made once.
    public SharedResults shared() {
        return shared;
    }

    /// The choices made so far, in order.
    public List<Decision> decisions() {
        return List.copyOf(decisions);
    }

    /// Notes a choice.
    public void decided(Decision decision) {
        decisions.add(decision);
        if (flow != null) {
            flow.add(decision);
        }
    }

    /// Called by workers between batches.
    ///
    /// @throws QueryCancelledException if the query was cancelled, took longer than its timeout, or another worker
    ///     of it failed
    public void checkCancelled() {
        cancellation.check();
        if (isTimedOut()) {
            throw new QueryCancelledException("the query took longer than its timeout of " + timeout);
        }
        if (workersStopped) {
            throw new QueryCancelledException("another worker of the query failed");
        }
    }

    /// Whether somebody cancelled the query; a failure of a worker is none of these.
    boolean isCancelled() {
        return cancellation.isCancelled() || isTimedOut();
    }

    private boolean isTimedOut() {
        return timeout != null && System.nanoTime() - startNanos >= timeout.toNanos();
    }

    /// Takes threads of those that queries share: all that are wanted if they share none.
    int takeThreads(int wanted) {
        return share == null ? wanted : share.take(wanted);
    }

    void giveThreads(int count) {
        if (share != null) {
            share.give(count);
        }
    }

    void stopWorkers() {
        workersStopped = true;
    }

    /// Collects the parts of a context.
    public static final class Builder {
        private MemoryPool pool = MemoryPool.shared();
        private int threads = Runtime.getRuntime().availableProcessors();
        private BackendPreference backend = BackendPreference.AUTO;
        private Cancellation cancellation = new Cancellation();
        private ProgressListener progress = ProgressListener.NONE;
        private Path spillFolder = PrivateFolder.temporary();
        private Settings settings = Settings.DEFAULT;
        private ThreadShares.@Nullable Share share;
        private @Nullable Duration timeout;
        private @Nullable QueryFlow flow;

        private Builder() {}

        /// Memory from this pool.
        public Builder pool(MemoryPool value) {
            pool = value;
            return this;
        }

        /// At most this many threads at once; fewer if the pool has less than 12 MiB of free memory for each.
        ///
        /// @throws IllegalArgumentException if fewer than one
        public Builder threads(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("a query needs at least 1 thread, not " + value);
            }
            threads = value;
            return this;
        }

        /// Where the query may run.
        public Builder backend(BackendPreference value) {
            backend = value;
            return this;
        }

        /// The switch that stops the query.
        public Builder cancellation(Cancellation value) {
            cancellation = value;
            return this;
        }

        /// Who hears how far the query is.
        public Builder progress(ProgressListener value) {
            progress = value;
            return this;
        }

        /// Where to write what does not fit in memory; unless given, a folder of the user's own in the system's
        /// temporary folder ([PrivateFolder#temporary()]).
        public Builder spillFolder(Path value) {
            spillFolder = value;
            return this;
        }

        /// Tuning constants and forced choices.
        public Builder settings(Settings value) {
            settings = value;
            return this;
        }

        /// The time that the query may take from when the context is made. After it the query ends as if it was
        /// cancelled.
        ///
        /// @throws IllegalArgumentException if not longer than no time
        public Builder timeout(Duration value) {
            if (!value.isPositive()) {
                throw new IllegalArgumentException("a query cannot end within " + value + "; give it more time");
            }
            timeout = value;
            return this;
        }

        /// Keeps what the threads of the query do and when.
        public Builder flow(QueryFlow value) {
            flow = value;
            return this;
        }

        Builder share(ThreadShares.Share value) {
            share = value;
            return this;
        }

        /// Makes the context.
        public QueryContext build() {
            return new QueryContext(this);
        }
    }
}
