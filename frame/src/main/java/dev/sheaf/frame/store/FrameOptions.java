package dev.sheaf.frame.store;

import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.SpillManager;
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

    /// Rows of more than this part of the limit are large: an operator may hold them twice, and its result.
    private static final int LARGE_PART = 8;

    private static final int PARTS_OF_THE_LIMIT = 64;

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

    /// Whether rows take so much of the memory limit that operations on them stream, and keep their results in parts
    /// that may leave memory.
    public boolean isLarge(long bytes) {
        return bytes > pool.limitBytes() / LARGE_PART
                && SpillManager.of(pool).options().enabled();
    }

    /// The bytes of one part of the rows of a frame.
    public long partBytes() {
        return Math.max(1, pool.limitBytes() / PARTS_OF_THE_LIMIT);
    }

    /// Does some work on large rows with a context of its own. Columns that nobody uses leave memory first until half
    /// of it is free, since operators plan with what is free.
    public <T> T stream(Function<QueryContext, T> work) {
        Supplier<T> once = withRoom(2, work);
        return twice(once, once);
    }

    /// Does some work with a context of its own.
    ///
    /// Frames that nobody reaches any more hold memory until the garbage collector finds them, and it does
    /// not see how much. So work that meets the limit is done once more after a collection.
    public <T> T run(Function<QueryContext, T> work) {
        return run(work, work);
    }

    /// Does some work as [#run(Function)] and, if it meets the limit, other work as [#stream], which needs less memory
    /// for the same.
    public <T> T run(Function<QueryContext, T> work, Function<QueryContext, T> otherwise) {
        Supplier<T> once = withRoom(4, work);
        return twice(once, SpillManager.of(pool).options().enabled() ? withRoom(2, otherwise) : once);
    }

    private <T> Supplier<T> withRoom(int part, Function<QueryContext, T> work) {
        return () -> {
            SpillManager.of(pool).makeRoom(pool, pool.limitBytes() / part);
            return work.apply(queries.get());
        };
    }

    /// Does some work that takes memory and runs no query, as [#run].
    public <T> T allocate(Function<MemoryPool, T> work) {
        Supplier<T> once = () -> work.apply(pool);
        return twice(once, once);
    }

    private <T> T twice(Supplier<T> work, Supplier<T> again) {
        try {
            return work.get();
        } catch (MemoryLimitException limit) {
            if (!collectGarbage(pool) && again.equals(work)) {
                throw limit;
            }
            return again.get();
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
