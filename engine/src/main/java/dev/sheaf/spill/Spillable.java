package dev.sheaf.spill;

import dev.sheaf.memory.Lender;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// What a [SpillManager] moves.
abstract sealed class Spillable permits SpillableBuffer, SpillableColumn {
    private final MemoryPool pool;
    private final SpillStatistics statistics;
    private final ReentrantLock lock = new ReentrantLock();

    /// Bytes on the account of `pool`, whose moves are counted in `statistics`.
    Spillable(MemoryPool pool, SpillStatistics statistics) {
        this.pool = pool;
        this.statistics = statistics;
    }

    /// The number of bytes.
    abstract long byteSize();

    /// Where the bytes are now.
    abstract Tier tier();

    /// Whether the bytes may move: they are in memory, and nobody uses them.
    abstract boolean isIdle();

    /// Moves idle bytes one tier down; returns the bytes freed.
    ///
    /// @throws MemoryLimitException if there is no room for what that takes; the bytes then stay
    abstract long moveDown();

    /// Runs a step while the bytes do not move.
    final <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }

    /// Moves the bytes one tier down if they are in `tier` and idle; returns the bytes freed there. Never waits for
    /// a user, who may be waiting for memory, nor moves what this thread is moving.
    final long leave(Tier tier) {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return 0;
        }
        try {
            if (tier() != tier || !isIdle()) {
                return 0;
            }
            long start = System.nanoTime();
            long freed = moveDown();
            statistics.moved(tier, tier(), byteSize(), System.nanoTime() - start);
            return freed;
        } catch (MemoryLimitException full) {
            return 0;
        } finally {
            lock.unlock();
        }
    }

    /// Whether the bytes are lent by `lender` or a part of it.
    final boolean belongsTo(Lender lender) {
        return pool.isPartOf(lender);
    }
}
