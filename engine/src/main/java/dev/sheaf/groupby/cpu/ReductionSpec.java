package dev.sheaf.groupby.cpu;

import dev.sheaf.memory.MemoryPool;
import java.util.function.Function;

/// A reduction that a plan needs. `name` says what it computes of what, and names its state columns; reductions
/// of one name and feed are one reduction.
record ReductionSpec(String name, FeedSpec feed, Function<MemoryPool, Reduction> factory) {

    boolean isSame(ReductionSpec other) {
        return name.equals(other.name) && feed.equals(other.feed);
    }
}
