package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// A table that is indexed by the key itself: for packed keys of few bits.
public final class DirectTable implements WordTable {
    private final MemoryPool pool;
    private final int bits;
    private final StateColumn keys;
    private @Nullable Buffer slots;
    private int groupCount;

    /// A table for keys of `bits` bits. Takes no memory before the first keys.
    public DirectTable(MemoryPool pool, int bits) {
        this.pool = pool;
        this.bits = bits;
        this.keys = new StateColumn(pool, "group keys", Long.BYTES, 0);
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
    public void reserve(int groups) {
        keys.ensure(groups);
    }

    @Override
    public void assign(long[] words, int rows, int[] ids) {
        Buffer present = slots == null ? slots = newSlots() : slots;
        keys.ensure(groupCount + rows);
        if (look(words, rows, ids, present.segment()) < 0) {
            groupCount = assign(words, rows, ids, present.segment(), keys.segment(), groupCount);
        }
    }

    /// Writes the ids of known keys and -1 for others, and returns a negative number if there is one. Without a place
    /// for new keys the loop takes a third of the time.
    private static int look(long[] words, int rows, int[] ids, MemorySegment slots) {
        int anyNew = 0;
        for (int i = 0; i < rows; i++) {
            int id = slots.get(ValueLayout.JAVA_INT_UNALIGNED, words[i] << 2) - 1;
            ids[i] = id;
            anyNew |= id;
        }
        return anyNew;
    }

    private Buffer newSlots() {
        return pool.allocateZeroed((long) Integer.BYTES << bits, "group table slots");
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
        if (slots != null) {
            slots.segment().fill((byte) 0);
        }
        groupCount = 0;
    }

    @Override
    public void close() {
        if (slots != null) {
            slots.close();
            slots = null;
        }
        keys.close();
    }
}
