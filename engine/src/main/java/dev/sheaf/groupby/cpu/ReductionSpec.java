package dev.sheaf.groupby.cpu;

import dev.sheaf.memory.MemoryPool;

/// A reduction that a plan needs. `name` says what it computes, and names its state columns; reductions of one
/// name and feed are one reduction.
record ReductionSpec(String name, FeedSpec feed, Factory factory) {

    /// Makes the reduction for one thread. Takes no memory yet.
    @FunctionalInterface
    interface Factory {
        Reduction create(CpuSettings settings, MemoryPool pool);
    }

    boolean isSame(ReductionSpec other) {
        return name.equals(other.name) && feed.equals(other.feed);
    }
}
