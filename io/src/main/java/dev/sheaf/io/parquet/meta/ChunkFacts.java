package dev.sheaf.io.parquet.meta;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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
    private final @Nullable ChunkStatistics[] statistics;
    private final @Nullable Optional<PageLocations>[] locations;
    private final @Nullable Optional<PageBounds>[] bounds;
    private final AtomicLong room;

    @SuppressWarnings({"unchecked", "rawtypes"})
    ChunkFacts(int rowGroups, int leaves) {
        int chunks = Math.multiplyExact(rowGroups, leaves);
        this.leaves = leaves;
        this.statistics = new ChunkStatistics[chunks];
        this.locations = new Optional[chunks];
        this.bounds = new Optional[chunks];
        this.room = new AtomicLong(Math.max(LEAST_PAGES, KEPT_PAGES * chunks));
    }

    private int at(int rowGroup, Leaf leaf) {
        return rowGroup * leaves + leaf.index();
    }

    @Nullable
    ChunkStatistics statistics(int rowGroup, Leaf leaf) {
        return statistics[at(rowGroup, leaf)];
    }

    void keep(int rowGroup, Leaf leaf, ChunkStatistics decoded) {
        statistics[at(rowGroup, leaf)] = decoded;
    }

    /// Null if it was not read; empty if there is none.
    @Nullable
    Optional<PageLocations> locations(int rowGroup, Leaf leaf) {
        return locations[at(rowGroup, leaf)];
    }

    void keepLocations(int rowGroup, Leaf leaf, Optional<PageLocations> read) {
        if (hasRoom(read.map(PageLocations::pages).orElse(0))) {
            locations[at(rowGroup, leaf)] = read;
        }
    }

    /// Null if it was not read; empty if there is none.
    @Nullable
    Optional<PageBounds> bounds(int rowGroup, Leaf leaf) {
        return bounds[at(rowGroup, leaf)];
    }

    void keepBounds(int rowGroup, Leaf leaf, Optional<PageBounds> read) {
        if (hasRoom(read.map(pages -> pages.pages().size()).orElse(0))) {
            bounds[at(rowGroup, leaf)] = read;
        }
    }

    private boolean hasRoom(int pages) {
        boolean fits = room.addAndGet(-pages) >= 0;
        if (!fits) {
            room.addAndGet(pages);
        }
        return fits;
    }
}
