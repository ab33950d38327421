package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// The places of groups in the order of their first rows, and these.
public final class GroupPlaces {
    private static final String PURPOSE = "places of groups";
    private static final int CHUNK = 1 << 14;

    private GroupPlaces() {}

    /// The place of each group in the order of first rows, int32. No sort: a bit for each first row, and the number of
    /// bits before it. Cost: a pass over one bit a row, and random reads of them.
    ///
    /// @param firsts the first row of each group, int32, all different and below `rows`
    public static Buffer byFirstRow(MemorySegment firsts, int groups, int rows, MemoryPool pool, Tasks tasks) {
        int words = Math.ceilDiv(rows, Long.SIZE);
        try (Buffer bits = pool.allocateZeroed((long) words * Long.BYTES, PURPOSE);
                Buffer ranks = pool.allocate((long) words * Integer.BYTES, PURPOSE)) {
            Ints first = Ints.of(firsts);
            Longs bit = Longs.of(bits.segment());
            Ints rank = Ints.of(ranks.segment());
            mark(first, groups, bit);
            rank(bit, rank, words);
            return pool.filled(
                    (long) groups * Integer.BYTES,
                    PURPOSE,
                    places ->
                            inChunks(groups, tasks, (from, to) -> place(first, from, to, bit, rank, Ints.of(places))));
        }
    }

    private static void mark(Ints firsts, int groups, Longs bits) {
        for (int group = 0; group < groups; group++) {
            int row = firsts.get(group);
            bits.put(row >>> 6, bits.get(row >>> 6) | 1L << row);
        }
    }

    private static void rank(Longs bits, Ints ranks, int words) {
        int before = 0;
        for (int word = 0; word < words; word++) {
            ranks.put(word, before);
            before += Long.bitCount(bits.get(word));
        }
    }

    private static void place(Ints firsts, int from, int to, Longs bits, Ints ranks, Ints places) {
        for (int group = from; group < to; group++) {
            int row = firsts.get(group);
            long before = bits.get(row >>> 6) & ((1L << row) - 1);
            places.put(group, ranks.get(row >>> 6) + Long.bitCount(before));
        }
    }

    /// Work on groups, rows or parts from `from` to `to`.
    interface Chunk {
        void take(int from, int to);
    }

    static void inChunks(int count, Tasks tasks, Chunk work) {
        tasks.forEach(Math.ceilDiv(count, CHUNK), chunk -> {
            Checkpoint.pass();
            work.take(chunk * CHUNK, (int) Math.min(count, (chunk + 1L) * CHUNK));
        });
    }

    /// The first row of each group, int32. Cost: a random read a group.
    public static Buffer firstRows(CountingSort.Grouped groups, MemoryPool pool, Tasks tasks) {
        Ints starts = Ints.of(groups.offsets().segment());
        Ints rows = Ints.of(groups.rows().segment());
        return pool.filled(
                (long) groups.count() * Integer.BYTES,
                "first rows",
                firsts -> inChunks(
                        groups.count(), tasks, (from, to) -> through(starts, rows, from, to, Ints.of(firsts))));
    }

    /// Writes for each place from `from` to `to` what `values` have where `places` say.
    static void through(Ints places, Ints values, int from, int to, Ints out) {
        for (int i = from; i < to; i++) {
            out.put(i, values.get(places.get(i)));
        }
    }
}
