package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.jspecify.annotations.Nullable;

/// A table that is indexed by the key itself: for packed keys of few bits.
public final class DirectTable implements WordTable {
    /// Of so many bits one view shows the index, and another the keys.
    public static final int MOST_BITS = 27;

    private final MemoryPool pool;
    private final int bits;
    private final StateColumn keys;
    private @Nullable Buffer slots;
    private @Nullable IntBuffer places;
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

    /// There are never more groups than places.
    @Override
    public boolean hasRoom(long rows) {
        return true;
    }

    @Override
    public void reserve(int groups) {
        keys.ensure(groups);
    }

    @Override
    public void assign(long[] words, int rows, int[] ids) {
        IntBuffer present = places == null ? places = newPlaces() : places;
        if (look(words, rows, ids, present) < 0) {
            keys.ensure((int) Math.min(1L << bits, groupCount + (long) rows));
            groupCount = assign(words, rows, ids, present, keys.longs(), groupCount);
        }
    }

    /// Writes the ids of known keys and -1 for others, and returns a negative number if there is one. Without a place
    /// for new keys the loop takes a third of the time.
    private static int look(long[] words, int rows, int[] ids, IntBuffer places) {
        int anyNew = 0;
        for (int i = 0; i < rows; i++) {
            int id = places.get((int) words[i]) - 1;
            ids[i] = id;
            anyNew |= id;
        }
        return anyNew;
    }

    private IntBuffer newPlaces() {
        slots = pool.allocateZeroed((long) Integer.BYTES << bits, "group table slots");
        return Views.ints(slots.segment(), 0, 1L << bits);
    }

    private static int assign(long[] words, int rows, int[] ids, IntBuffer places, LongBuffer keys, int groupsBefore) {
        int groups = groupsBefore;
        for (int i = 0; i < rows; i++) {
            int place = (int) words[i];
            int id = places.get(place) - 1;
            if (id < 0) {
                id = groups++;
                places.put(place, groups);
                keys.put(StateColumn.FRONT_LONGS + id, words[i]);
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
            places = null;
        }
        keys.close();
    }
}
