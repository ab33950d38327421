package dev.sheaf.groupby.cpu;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A table that is indexed by the key itself: for packed keys of few bits.
final class DirectTable implements WordTable {
    private final StateColumn keys;
    private final Buffer buffer;
    private final MemorySegment slots;
    private int groupCount;

    /// A table for keys of `bits` bits.
    DirectTable(MemoryPool pool, int bits) {
        this.keys = new StateColumn(pool, "group keys", Long.BYTES, 0);
        this.buffer = pool.allocateZeroed((long) Integer.BYTES << bits, "group table slots");
        this.slots = buffer.segment();
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
        keys.ensure(groupCount + rows);
        groupCount = assign(words, rows, ids, slots, keys.segment(), groupCount);
    }

    private static int assign(
            long[] words, int rows, int[] ids, MemorySegment slots, MemorySegment keys, int groupsBefore) {
        int groups = groupsBefore;
        for (int i = 0; i < rows; i++) {
            long slot = words[i] << 2;
            int id = slots.get(ValueLayout.JAVA_INT_UNALIGNED, slot) - 1;
            if (id < 0) {
                id = groups++;
                slots.set(ValueLayout.JAVA_INT_UNALIGNED, slot, groups);
                keys.set(ValueLayout.JAVA_LONG_UNALIGNED, StateColumn.FRONT + ((long) id << 3), words[i]);
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
        slots.fill((byte) 0);
        groupCount = 0;
    }

    @Override
    public void close() {
        buffer.close();
        keys.close();
    }
}
