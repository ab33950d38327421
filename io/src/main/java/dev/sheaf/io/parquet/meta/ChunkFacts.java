package dev.sheaf.io.parquet.meta;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// What a file says of its chunks, decoded once: the statistics in the footer, and the page indexes that scans asked
/// for. All of it is as old as the footer, which is read when the file is opened.
///
/// Memory: page indexes of some pages a chunk are kept, about as much as the footer takes; others are read each time.
/// Thread-safe: threads that ask at once for the same may each decode it, and what they keep is immutable.
public final class ChunkFacts {
    private static final long KEPT_PAGES = 4;

    /// So many pages of a file are kept however few chunks it has: some 100 kB.
    private static final long LEAST_PAGES = 512;

    private final int leaves;
    private final int chunks;
    private final Map<Class<?>, @Nullable Optional<?>[]> kept = new ConcurrentHashMap<>();
    private final AtomicLong room;

    ChunkFacts(int rowGroups, int leaves) {
        this.leaves = leaves;
        this.chunks = Math.multiplyExact(rowGroups, leaves);
        this.room = new AtomicLong(Math.max(LEAST_PAGES, KEPT_PAGES * chunks));
    }

    /// The fact of a kind about a chunk, empty if there is none: what is kept, else what `read` gives, which is kept if
    /// there is room for its pages.
    <T> Optional<T> of(Class<T> kind, int rowGroup, Leaf leaf, ToLongFunction<T> pages, Supplier<Optional<T>> read) {
        @Nullable Optional<?>[] facts = kept.computeIfAbsent(kind, _ -> new Optional<?>[chunks]);
        int at = rowGroup * leaves + leaf.index();
        Optional<?> known = facts[at];
        if (known != null) {
            return known.map(kind::cast);
        }
        Optional<T> found = read.get();
        if (hasRoom(found.isPresent() ? pages.applyAsLong(found.get()) : 0)) {
            facts[at] = found;
        }
        return found;
    }

    private boolean hasRoom(long pages) {
        boolean fits = room.addAndGet(-pages) >= 0;
        if (!fits) {
            room.addAndGet(pages);
        }
        return fits;
    }
}
