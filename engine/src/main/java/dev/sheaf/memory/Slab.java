package dev.sheaf.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One reusable piece of native memory of a size class.
///
/// A large slab has an arena of its own and can be given back to the operating system; a small one is carved
/// from a chunk that lives as long as its pool.
record Slab(MemorySegment segment, int sizeClass, @Nullable Arena arena) {

    long byteSize() {
        return segment.byteSize();
    }

    /// Returns the memory to the operating system; false if it cannot be returned. Late readers get an exception,
    /// never other data.
    boolean free() {
        if (arena != null) {
            arena.close();
        }
        return arena != null;
    }
}
