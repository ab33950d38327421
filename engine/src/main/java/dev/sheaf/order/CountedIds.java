package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Which ids have rows, from the counts of a [CountingSort], and in which order they come as groups. Each method gives
/// ids, int32, in a buffer with room for one more, which the caller closes.
///
/// @param counts how many rows of each id each chunk has, int32, behind those of no group
/// @param ids how many ids there may be
/// @param chunkInts how far the counts of chunks lie apart
record CountedIds(Ints counts, int ids, int chunks, long chunkInts, MemoryPool pool) {
    private static final String PURPOSE = "rows by group";

    /// Gives the ids of rows from `first` on.
    interface Rows {
        void read(long first, int size, int[] ids);
    }

    /// All ids.
    Buffer all() {
        Buffer all = room(ids);
        Ints found = Ints.of(all.segment());
        for (int id = 0; id < ids; id++) {
            found.put(id, id);
        }
        return all;
    }

    private Buffer room(long found) {
        return pool.allocate((found + 1) * Integer.BYTES, PURPOSE);
    }

    /// The ids that have rows, rising.
    Buffer present() {
        Buffer present =
                room(IntStream.range(0, ids).filter(id -> firstChunk(id) >= 0).count());
        Ints found = Ints.of(present.segment());
        long next = 0;
        for (int id = 0; id < ids; id++) {
            found.put(next, id);
            next += firstChunk(id) >= 0 ? 1 : 0;
        }
        return present;
    }

    /// The first chunk that has rows of an id, or -1.
    private int firstChunk(int id) {
        int chunk = 0;
        while (chunk < chunks && counts.get(chunk * chunkInts + id + 1) == 0) {
            chunk++;
        }
        return chunk < chunks ? chunk : -1;
    }

    /// Finds ids in the order in which they come in a chunk.
    interface Coming {
        /// Writes the ids whose chunk this is, int16, to `order` from index `from` to `to` as they come.
        void find(int chunk, ShortBuffer chunkOfId, Ints order, int from, int to);
    }

    /// The ids that have rows, in the order of their first rows: a chunk is read until those have come that no chunk
    /// before it has.
    Buffer byFirstRow(Coming coming, Tasks tasks) {
        int[] ends = new int[chunks + 1];
        try (Buffer chunkOfId = pool.allocate(ids * 2L, PURPOSE)) {
            ShortBuffer first = Views.shorts(chunkOfId.segment(), 0, ids);
            for (int id = 0; id < ids; id++) {
                int chunk = firstChunk(id);
                first.put(id, (short) chunk);
                ends[chunk + 1]++;
            }
            ends[0] = 0; // ids without rows
            Arrays.parallelPrefix(ends, Integer::sum);
            return pool.filled(
                    (ends[chunks] + 1L) * Integer.BYTES,
                    PURPOSE,
                    order -> tasks.forEach(
                            chunks, chunk -> coming.find(chunk, first, Ints.of(order), ends[chunk], ends[chunk + 1])));
        }
    }
}
