package dev.sheaf.order;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Numbers the groups of rows of a part that share a word, by a hash table of the part's words. For one thread, part
/// after part.
final class GroupTable implements AutoCloseable {
    private final RowParts parts;
    private final Buffer scratch;
    private final MemorySegment slots;
    private final MemorySegment words;

    /// For parts from `from` to `to`.
    GroupTable(RowParts parts, int from, int to, MemoryPool pool) {
        this.parts = parts;
        int most = 1;
        for (int part = from; part < to; part++) {
            most = Math.max(most, parts.start(part + 1) - parts.start(part));
        }
        long wordBytes = (long) most * Long.BYTES;
        long slotBytes = (long) slotCount(most) * Integer.BYTES;
        this.scratch = pool.allocate(wordBytes + slotBytes, "rows by group");
        this.words = scratch.segment().asSlice(0, wordBytes);
        this.slots = scratch.segment().asSlice(wordBytes, slotBytes);
    }

    /// Twice as many as rows, or four times.
    private static int slotCount(int rows) {
        return (int) Math.min(1L << 30, Long.highestOneBit(rows) << 2);
    }

    /// Replaces the words of a part's rows by the numbers of their groups, in the order of first rows; writes how many
    /// rows each group has and its first row from where the part lies on, both int32. Returns the number of groups.
    int number(int part, MemorySegment sizes, MemorySegment firsts) {
        int start = parts.start(part);
        int size = parts.start(part + 1) - start;
        int slotCount = slotCount(Math.max(1, size));
        slots.asSlice(0, (long) slotCount * Integer.BYTES).fill((byte) 0);
        int mask = slotCount - 1;
        MemorySegment own = parts.words();
        int groups = 0;
        for (long row = start; row < start + (long) size; row++) {
            long word = own.get(ValueLayout.JAVA_LONG_UNALIGNED, row << 3);
            long slot = word & mask;
            int found = slots.get(ValueLayout.JAVA_INT_UNALIGNED, slot << 2) - 1;
            while (found >= 0 && words.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) found << 3) != word) {
                slot = slot + 1 & mask;
                found = slots.get(ValueLayout.JAVA_INT_UNALIGNED, slot << 2) - 1;
            }
            long at = ((long) start + (found < 0 ? groups : found)) << 2;
            if (found < 0) {
                found = groups++;
                slots.set(ValueLayout.JAVA_INT_UNALIGNED, slot << 2, groups);
                words.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) found << 3, word);
                sizes.set(ValueLayout.JAVA_INT_UNALIGNED, at, 0);
                int first = parts.rows().get(ValueLayout.JAVA_INT_UNALIGNED, row << 2);
                firsts.set(ValueLayout.JAVA_INT_UNALIGNED, at, first);
            }
            sizes.set(ValueLayout.JAVA_INT_UNALIGNED, at, sizes.get(ValueLayout.JAVA_INT_UNALIGNED, at) + 1);
            own.set(ValueLayout.JAVA_LONG_UNALIGNED, row << 3, found);
        }
        return groups;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
