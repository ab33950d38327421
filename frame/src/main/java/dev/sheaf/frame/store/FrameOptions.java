package dev.sheaf.frame.store;

import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.util.function.Function;
import java.util.function.Supplier;

/// How the operations of a frame run, handed on to every frame that is made of it.
///
/// @param queries gives each operation a context: memory, threads, GPU, cancellation
/// @param pool where the memory of these contexts comes from
/// @param copyOnWrite whether copies, slices and selections keep their values when another of them is
///     written; if not, they are further names of the same values
public record FrameOptions(Supplier<QueryContext> queries, MemoryPool pool, boolean copyOnWrite) {
    /// Contexts as [QueryContext#create()] makes them; copy-on-write.
    public static final FrameOptions DEFAULT = new FrameOptions(QueryContext::create, MemoryPool.shared(), true);

    /// How long the pool is watched for memory that comes back after a collection.
    private static final int MOST_WAITS = 200;

    private static final int QUIET_WAITS = 5;

    /// The same with contexts from here, which all have one pool.
    public FrameOptions withQueries(Supplier<QueryContext> supplier) {
        return new FrameOptions(supplier, supplier.get().pool(), copyOnWrite);
    }

    /// The same with copy-on-write or without.
    public FrameOptions withCopyOnWrite(boolean on) {
        return new FrameOptions(queries, pool, on);
    }

    /// Does some work with a context of its own.
    ///
    /// Frames that nobody reaches any more hold memory until the garbage collector finds them, and it does
    /// not see how much. So work that meets the limit is done once more after a collection.
    public <T> T run(Function<QueryContext, T> work) {
        return twice(() -> work.apply(queries.get()));
    }

    /// Does some work that takes memory and runs no query, as [#run].
    public <T> T allocate(Function<MemoryPool, T> work) {
        return twice(() -> work.apply(pool));
    }

    private <T> T twice(Supplier<T> work) {
        try {
            return work.get();
        } catch (MemoryLimitException limit) {
            if (!collectGarbage(pool)) {
                throw limit;
            }
            return work.get();
        }
    }

    /// Whether the pool got memory back.
    private static boolean collectGarbage(MemoryPool pool) {
        long before = pool.usedBytes();
        System.gc();
        long last = before;
        int quiet = 0;
        for (int i = 0; i < MOST_WAITS && (quiet < QUIET_WAITS || last == before); i++) {
            if (!pause()) {
                break;
            }
            long now = pool.usedBytes();
            quiet = now == last ? quiet + 1 : 0;
            last = now;
        }
        return last < before;
    }

    private static boolean pause() {
        try {
            Thread.sleep(1);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
