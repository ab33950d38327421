package dev.sheaf.groupby.cpu;

import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A hash table for packed keys of one word.
final class LongTable implements WordTable {
    private final StateColumn keys;
    private final Slots slots;
    private int groupCount;

    LongTable(MemoryPool pool, long firstSlots) {
        this.keys = new StateColumn(pool, "group keys", Long.BYTES, 0);
        this.slots = new Slots(pool, firstSlots);
    }

    @Override
    public int words() {
        return 1;
    }

    @Override
    public int groupCount() {
        return groupCount;
    }

    @Override
    public void assign(long[] words, int rows, int[] ids) {
        slots.ensure((long) groupCount + rows);
        keys.ensure(groupCount + rows);
        groupCount = assign(words, rows, ids, slots.segment(), slots.shift(), slots.mask(), keys.segment(), groupCount);
    }

    /// Room for every row was made before, so that nothing moves while the loop runs.
    private static int assign(
            long[] words,
            int rows,
            int[] ids,
            MemorySegment slots,
            int shift,
            int mask,
            MemorySegment keys,
            int groupsBefore) {
        int groups = groupsBefore;
        for (int i = 0; i < rows; i++) {
            long word = words[i];
            int hash = Hashing.of(word);
            int slot = hash >>> shift;
            int id;
            while (true) {
                long entry = slots.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3);
                id = (int) entry - 1;
                if (id < 0) {
                    id = groups++;
                    slots.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) slot << 3, (long) hash << 32 | groups);
                    keys.set(ValueLayout.JAVA_LONG_UNALIGNED, StateColumn.FRONT + ((long) id << 3), word);
                    break;
                }
                if ((int) (entry >>> 32) == hash
                        && keys.get(ValueLayout.JAVA_LONG_UNALIGNED, StateColumn.FRONT + ((long) id << 3)) == word) {
                    break;
                }
                slot = slot + 1 & mask;
            }
            ids[i] = id;
        }
        return groups;
    }

    @Override
    public MemorySegment keys() {
        return keys.segment();
    }

    @Override
    public void clear() {
        slots.clear();
        groupCount = 0;
    }

    @Override
    public void close() {
        slots.close();
        keys.close();
    }
}
