package dev.sheaf.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Buffers of a pool that were lost without being closed: counted, and told with the place where some were allocated.
final class Leaks {
    private final AtomicLong count = new AtomicLong();
    private final LeakReports reports = new LeakReports();

    /// Allocations since the start or the last leak. Samples those that are noted; lost updates only skew the
    /// sampling.
    private int allocations;

    /// Where the next buffer is allocated, if it is one of those that are noted.
    @Nullable
    AllocationSite site() {
        return AllocationSite.of(allocations++);
    }

    void add(LeakReports.Leak leak) {
        count.incrementAndGet();
        allocations = 0;
        Holder.noteAgain();
        reports.add(leak);
    }

    long count() {
        return count.get();
    }
}
