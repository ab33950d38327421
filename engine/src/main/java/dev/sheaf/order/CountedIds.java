package dev.sheaf.order;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Which ids have rows, from the counts of a [CountingSort], and in which order they come as groups. Each method gives
/// ids, int32, in a buffer with room for one more, which the caller closes.
///
/// @param counts how many rows of each id each chunk has, int32, behind those of no group
/// @param ids how many ids there may be
/// @param chunkBytes how far the counts of chunks lie apart
record CountedIds(MemorySegment counts, int ids, int chunks, long chunkBytes, MemoryPool pool) {
    private static final String PURPOSE = "rows by group";

    /// Gives the ids of rows from `first` on.
    interface Rows {
        void read(long first, int size, int[] ids);
    }

    /// All ids.
    Buffer all() {
        Buffer all = room(ids);
        for (int id = 0; id < ids; id++) {
            all.segment().set(ValueLayout.JAVA_INT, (long) id << 2, id);
        }
        return all;
    }

    private Buffer room(int found) {
        return pool.allocate((found + 1L) * Integer.BYTES, PURPOSE);
    }

    /// The ids that have rows, rising.
    Buffer present() {
        int found = 0;
        for (int id = 0; id < ids; id++) {
            found += hasRows(id) ? 1 : 0;
        }
        Buffer present = room(found);
        long next = 0;
        for (int id = 0; id < ids; id++) {
            present.segment().set(ValueLayout.JAVA_INT, next << 2, id);
            next += hasRows(id) ? 1 : 0;
        }
        return present;
    }

    private boolean hasRows(int id) {
        int rows = 0;
        for (int chunk = 0; chunk < chunks; chunk++) {
            rows |= counts.get(ValueLayout.JAVA_INT, chunk * chunkBytes + ((id + 1L) << 2));
        }
        return rows != 0;
    }

    /// The ids that have rows, in the order of their first rows.
    ///
    /// @param comings the ids of each chunk in the order in which they come in it, int32, as far apart as counts
    ///     are; overwritten
    /// @param sizes how many they are
    Buffer byFirstRow(MemorySegment comings, int[] sizes) {
        int found = sizes[0];
        if (chunks > 1) {
            found = addNew(comings, sizes);
        }
        Buffer order = room(found);
        MemorySegment.copy(comings, 0, order.segment(), 0, (long) found << 2);
        return order;
    }

    /// Puts the ids that come in a later chunk only behind those of the first.
    private int addNew(MemorySegment comings, int[] sizes) {
        try (Buffer marks = pool.allocateZeroed(ids, PURPOSE)) {
            int found = 0;
            for (int chunk = 0; chunk < chunks; chunk++) {
                for (int i = 0; i < sizes[chunk]; i++) {
                    int id = comings.get(ValueLayout.JAVA_INT, chunk * chunkBytes + ((long) i << 2));
                    comings.set(ValueLayout.JAVA_INT, (long) found << 2, id);
                    found += marks.segment().get(ValueLayout.JAVA_BYTE, id) ^ 1;
                    marks.segment().set(ValueLayout.JAVA_BYTE, id, (byte) 1);
                }
            }
            return found;
        }
    }
}
