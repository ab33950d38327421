package dev.sheaf.plan.physical.join;

import static dev.sheaf.plan.physical.join.RightIndex.NONE;

import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

/// The rows of places as chains that rise.
///
/// ```
///   heads[place] -> first row -> next[row] -> ... -> NONE
/// ```
/// Cost: 4 bytes a row and 4 a place.
final class RowChains implements PlaceRows {
    private final Ints next;
    private final Ints heads;

    /// How many rows are first, and how many behind another.
    private final AtomicLong firsts = new AtomicLong();

    private final AtomicLong others = new AtomicLong();

    /// Memory that closes with `memory`.
    RowChains(int rows, long places, QueryContext context, Closer memory) {
        this.next = Ints.of(memory.add(context.pool().allocate((long) rows * Integer.BYTES, "chains of a join"))
                .segment());
        MemorySegment made = memory.add(context.pool().allocate(places * Integer.BYTES, "heads of a join"))
                .segment();
        made.fill((byte) NONE);
        this.heads = Ints.of(made);
    }

    @Override
    public int passes() {
        return 1;
    }

    @Override
    public void put(int pass, int start, long[] places, int[] chosen, int count) {
        int behind = chain(start, places, chosen, count, heads, next);
        firsts.addAndGet(count - behind);
        others.addAndGet(behind);
    }

    /// Puts rows before those of their heads; gives how many heads had one. No branch waits for a head, so that the
    /// waits for memory overlap.
    private static int chain(int start, long[] places, int[] chosen, int count, Ints heads, Ints next) {
        int behind = 0;
        for (int i = 0; i < count; i++) {
            int row = start + chosen[i];
            long place = places[chosen[i]];
            int head = heads.get(place);
            next.put(row, head);
            heads.put(place, row);
            behind += (head >>> (Integer.SIZE - 1)) ^ 1;
        }
        return behind;
    }

    @Override
    public void finish(int pass) {}

    @Override
    public boolean areFew(int rowsAPlace) {
        return firsts.get() * rowsAPlace >= firsts.get() + others.get();
    }

    @Override
    public int find(int from, long[] places, int count, int most, RowPairs pairs) {
        int[] found = new int[count];
        lookUp(places, count, heads, found);
        if (others.get() == 0) {
            pairs.addFound(from, found, 0, count);
            return count;
        }
        int i = 0;
        for (; i < count && pairs.count() < most; i++) {
            for (int match = found[i]; match != NONE; match = next.get(match)) {
                pairs.add(from + i, match);
            }
        }
        return i;
    }

    private static void lookUp(long[] places, int count, Ints heads, int[] found) {
        for (int i = 0; i < count; i++) {
            long nowhere = places[i] >> (Long.SIZE - 1);
            found[i] = heads.get(places[i] & ~nowhere) | (int) nowhere;
        }
    }
}
