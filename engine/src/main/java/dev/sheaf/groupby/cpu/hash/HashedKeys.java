package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;

/// What hash tables of packed keys have in common: the keys by id, the slots that lead to ids, and how many there are.
final class HashedKeys implements AutoCloseable {
    private final int words;
    private final StateColumn keys;
    private final Slots slots;
    private int count;

    /// Keys of so many words. Takes no memory for keys before there is one.
    HashedKeys(MemoryPool pool, int words, long firstSlots) {
        this.words = words;
        this.keys = new StateColumn(pool, "group keys", words * Long.BYTES, 0);
        this.slots = new Slots(pool, firstSlots);
    }

    Slots slots() {
        return slots;
    }

    MemorySegment keys() {
        return keys.segment();
    }

    /// The words of all keys, the first of id 0 at [StateColumn#FRONT_LONGS]; others after [#reserveMore].
    LongBuffer longs() {
        return keys.longs();
    }

    /// Whether there is room for `rows` more keys.
    boolean hasRoom(long rows) {
        return StateColumn.fits(count + rows, words * Long.BYTES);
    }

    int count() {
        return count;
    }

    /// Takes note that there are so many keys now.
    void count(int known) {
        count = known;
    }

    /// Makes room for so many keys.
    void reserve(int groups) {
        slots.ensure(groups);
        keys.reserve(groups);
    }

    /// Makes room for so many more, all of which may be new.
    void reserveMore(int rows) {
        slots.ensure((long) count + rows);
        keys.ensure(count + rows);
    }

    void clear() {
        slots.clear();
        count = 0;
    }

    @Override
    public void close() {
        slots.close();
        keys.close();
    }
}
