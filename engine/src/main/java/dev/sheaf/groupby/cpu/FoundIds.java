package dev.sheaf.groupby.cpu;

import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicInteger;

/// The ids that a table has for the groups of another, in chunks: one thread can find them while another merges the
/// states of the chunks before. Where one thread does both, it finds all of them first.
///
/// Ids are written to `map`, that of group `g` as int `g + 1`.
final class FoundIds {
    /// A chunk takes some 20 us to find; who waits for longer than that lets others work.
    private static final int SPINS = 1_000;

    private final MemorySegment map;
    private final int groups;
    private final int chunkRows;
    private final int[] groupCounts;
    private final AtomicInteger chunksFound = new AtomicInteger();

    FoundIds(MemorySegment map, int groups, int chunkRows) {
        this.map = map;
        this.groups = groups;
        this.chunkRows = chunkRows;
        this.groupCounts = new int[(int) (((long) groups + chunkRows - 1) / chunkRows)];
    }

    /// Finds the ids of `rows` groups from `first` on, and says how many groups the table has then.
    @FunctionalInterface
    interface Finder {
        int find(int first, int rows, int[] ids);
    }

    /// Takes the ids of `rows` groups from `first` on, after which there were `groupCount`.
    @FunctionalInterface
    interface Taker {
        void take(int first, int rows, int[] ids, int groupCount);
    }

    /// Finds all ids.
    void find(Finder finder, QueryContext context) {
        int[] ids = new int[chunkRows];
        for (int chunk = 0; chunk < groupCounts.length; chunk++) {
            context.checkCancelled();
            groupCounts[chunk] = finder.find(first(chunk), rows(chunk), ids);
            MemorySegment.copy(ids, 0, map, ValueLayout.JAVA_INT, (first(chunk) + 1L) << 2, rows(chunk));
            chunksFound.set(chunk + 1);
        }
    }

    /// Hands on the ids of each chunk as soon as they are found.
    ///
    /// @throws dev.sheaf.query.QueryCancelledException if finding them failed
    void forEach(Taker taker, QueryContext context) {
        int[] ids = new int[chunkRows];
        for (int chunk = 0; chunk < groupCounts.length; chunk++) {
            context.checkCancelled();
            await(chunk, context);
            MemorySegment.copy(map, ValueLayout.JAVA_INT, (first(chunk) + 1L) << 2, ids, 0, rows(chunk));
            taker.take(first(chunk), rows(chunk), ids, groupCounts[chunk]);
        }
    }

    private void await(int chunk, QueryContext context) {
        for (int spins = 0; chunksFound.get() <= chunk; spins++) {
            context.checkCancelled();
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private int first(int chunk) {
        return chunk * chunkRows;
    }

    private int rows(int chunk) {
        return Math.min(chunkRows, groups - first(chunk));
    }
}
