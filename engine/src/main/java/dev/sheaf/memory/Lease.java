package dev.sheaf.memory;

import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/// What a [MemoryPool] has lent to one [BufferOwner]; ended once, by the owner's release or, after a leak, by
/// the cleaner.
final class Lease implements Runnable {
    private final MemoryPool pool;
    private final Location location;
    private final long byteSize;
    private final String purpose;
    private final @Nullable AllocationSite site;
    private final Release release;
    private volatile boolean orderly;

    /// Gives the bytes back; `leaked` tells that stale segments may still point at them.
    interface Release {
        void release(boolean leaked);
    }

    Lease(
            MemoryPool pool,
            Location location,
            long byteSize,
            String purpose,
            @Nullable AllocationSite site,
            Release release) {
        this.pool = pool;
        this.location = location;
        this.byteSize = byteSize;
        this.purpose = purpose;
        this.site = site;
        this.release = release;
    }

    Location location() {
        return location;
    }

    long byteSize() {
        return byteSize;
    }

    String purpose() {
        return purpose;
    }

    void endOrderly() {
        orderly = true;
    }

    @Override
    public void run() {
        boolean leaked = !orderly;
        release.release(leaked);
        pool.account(location.tier()).release(byteSize, purpose);
        if (leaked) {
            pool.countLeak();
            System.getLogger("dev.sheaf.memory")
                    .log(
                            Logger.Level.WARNING,
                            "{0} for \"{1}\" were never closed; allocated at {2}",
                            ByteSize.format(byteSize),
                            purpose,
                            site == null ? "a place that was not noted" : site.caller());
        }
    }
}
