package dev.sheaf.order;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;

/// Numbers the groups of rows of a part that share a word, by a hash table of the part's words. For one thread, part
/// after part.
final class GroupTable implements AutoCloseable {
    private final RowParts parts;
    private final Buffer scratch;
    private final Ints slots;
    private final Longs words;

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
        this.words = Longs.of(scratch.segment().asSlice(0, wordBytes));
        this.slots = Ints.of(scratch.segment().asSlice(wordBytes, slotBytes));
    }

    /// Twice as many as rows, or four times.
    private static int slotCount(int rows) {
        return (int) Math.min(1L << 30, Long.highestOneBit(rows) << 2);
    }

    /// Replaces the words of a part's rows by the numbers of their groups, in the order of first rows; writes how many
    /// rows each group has and its first row from where the part lies on, both int32. Returns the number of groups.
    int number(int part, Ints sizes, Ints firsts) {
        int start = parts.start(part);
        int size = parts.start(part + 1) - start;
        int slotCount = slotCount(Math.max(1, size));
        slots.segment().asSlice(0, (long) slotCount * Integer.BYTES).fill((byte) 0);
        return number(parts.words(), parts.rows(), start, start + size, slotCount - 1, sizes, firsts);
    }

    private int number(Longs own, Ints rows, int start, int end, int mask, Ints sizes, Ints firsts) {
        int groups = 0;
        for (int row = start; row < end; row++) {
            long word = own.get(row);
            int slot = (int) word & mask;
            int found = slots.get(slot) - 1;
            while (found >= 0 && words.get(found) != word) {
                slot = slot + 1 & mask;
                found = slots.get(slot) - 1;
            }
            if (found < 0) {
                found = groups++;
                slots.put(slot, groups);
                words.put(found, word);
                sizes.put(start + found, 0);
                firsts.put(start + found, rows.get(row));
            }
            sizes.put(start + found, sizes.get(start + found) + 1);
            own.put(row, found);
        }
        return groups;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
