package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

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
            mark(firsts, groups, bits.segment());
            rank(bits.segment(), ranks.segment(), words);
            return pool.filled(
                    (long) groups * Integer.BYTES,
                    PURPOSE,
                    places -> inChunks(
                            groups,
                            tasks,
                            (from, to) -> place(firsts, from, to, bits.segment(), ranks.segment(), places)));
        }
    }

    private static void mark(MemorySegment firsts, int groups, MemorySegment bits) {
        for (int group = 0; group < groups; group++) {
            int row = get(firsts, group);
            long word = (long) (row >>> 6) << 3;
            bits.set(ValueLayout.JAVA_LONG, word, bits.get(ValueLayout.JAVA_LONG, word) | 1L << row);
        }
    }

    private static void rank(MemorySegment bits, MemorySegment ranks, int words) {
        int before = 0;
        for (int word = 0; word < words; word++) {
            set(ranks, word, before);
            before += Long.bitCount(bits.get(ValueLayout.JAVA_LONG, (long) word << 3));
        }
    }

    private static void place(
            MemorySegment firsts, int from, int to, MemorySegment bits, MemorySegment ranks, MemorySegment places) {
        for (int group = from; group < to; group++) {
            int row = get(firsts, group);
            long before = bits.get(ValueLayout.JAVA_LONG, (long) (row >>> 6) << 3) & ((1L << row) - 1);
            set(places, group, get(ranks, row >>> 6) + Long.bitCount(before));
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
        MemorySegment starts = groups.offsets().segment();
        MemorySegment rows = groups.rows().segment();
        return pool.filled(
                (long) groups.count() * Integer.BYTES,
                "first rows",
                firsts -> inChunks(groups.count(), tasks, (from, to) -> {
                    for (int group = from; group < to; group++) {
                        set(firsts, group, get(rows, get(starts, group)));
                    }
                }));
    }

    static int get(MemorySegment ints, int index) {
        return ints.get(ValueLayout.JAVA_INT_UNALIGNED, (long) index << 2);
    }

    static void set(MemorySegment ints, int index, int value) {
        ints.set(ValueLayout.JAVA_INT_UNALIGNED, (long) index << 2, value);
    }
}
