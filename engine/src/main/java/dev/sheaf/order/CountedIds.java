package dev.sheaf.order;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Which ids have rows, from the counts of a [CountingSort], and in which order they come as groups.
///
/// @param counts how many rows of each id each chunk has, int32, behind those of no group
/// @param ids how many ids there may be
/// @param chunkBytes how far the counts of chunks lie apart
record CountedIds(MemorySegment counts, int ids, int chunks, long chunkBytes) {
    private static final int BLOCK_ROWS = 1 << 10;

    /// Gives the ids of rows from `first` on.
    interface Rows {
        void read(long first, int size, int[] ids);
    }

    /// How many ids have rows.
    int present() {
        int found = 0;
        for (int id = 0; id < ids; id++) {
            found += hasRows(id) ? 1 : 0;
        }
        return found;
    }

    private boolean hasRows(int id) {
        int rows = 0;
        for (int chunk = 0; chunk < chunks; chunk++) {
            rows |= counts.get(ValueLayout.JAVA_INT, chunk * chunkBytes + ((id + 1L) << 2));
        }
        return rows != 0;
    }

    /// Writes all ids, int32.
    void writeAll(MemorySegment to) {
        for (int id = 0; id < ids; id++) {
            to.set(ValueLayout.JAVA_INT, (long) id << 2, id);
        }
    }

    /// Writes the ids that have rows, int32, rising. There is room for one more.
    void writePresent(MemorySegment to) {
        long next = 0;
        for (int id = 0; id < ids; id++) {
            to.set(ValueLayout.JAVA_INT, next << 2, id);
            next += hasRows(id) ? 1 : 0;
        }
    }

    /// Writes the ids that have rows, int32, in the order of their first rows. Reads the ids of rows from the first on,
    /// until all of them have come.
    void writeByFirstRow(Rows rows, int rowCount, int present, MemorySegment to, MemoryPool pool) {
        int[] block = new int[BLOCK_ROWS];
        int found = 0;
        try (Buffer marks = pool.allocateZeroed(ids, "ids that have come")) {
            for (long first = 0; found < present; first += BLOCK_ROWS) {
                Checkpoint.pass();
                int size = (int) Math.min(BLOCK_ROWS, rowCount - first);
                rows.read(first, size, block);
                found = writeNew(block, size, marks.segment(), to, found);
            }
        }
    }

    private static int writeNew(int[] block, int size, MemorySegment marks, MemorySegment to, int before) {
        int found = before;
        for (int i = 0; i < size; i++) {
            if (marks.get(ValueLayout.JAVA_BYTE, block[i]) == 0) {
                marks.set(ValueLayout.JAVA_BYTE, block[i], (byte) 1);
                to.set(ValueLayout.JAVA_INT, (long) found++ << 2, block[i]);
            }
        }
        return found;
    }
}
