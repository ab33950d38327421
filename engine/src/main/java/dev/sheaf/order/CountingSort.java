package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Puts row numbers together by small numbers, such as group ids: stable, on all threads. Cost: two passes over the
/// ids, and one write of each row number, at random if there are more groups than the caches hold.
public final class CountingSort {
    private static final String PURPOSE = "rows by group";
    private static final int LEAST_CHUNK_ROWS = 1 << 16;
    private static final int MOST_CHUNKS = 16;

    /// Counts of chunks lie so far apart: two cache lines, which processors fetch together.
    private static final long APART = 128;

    private final MemorySegment ids;
    private final int count;
    private final int groups;
    private final int chunks;
    private final long chunkBytes;

    /// Row numbers, int32, those of group g from position `offsets[g]` to `offsets[g + 1]`, int32, rising.
    public record Grouped(Buffer offsets, Buffer rows, long rowCount) implements AutoCloseable {
        @Override
        public void close() {
            offsets.close();
            rows.close();
        }
    }

    private CountingSort(MemorySegment ids, int count, int groups) {
        this.ids = ids;
        this.count = count;
        this.groups = groups;
        // A chunk counts all groups, so it has to have several rows for each.
        this.chunks = Math.clamp(count / Math.max(LEAST_CHUNK_ROWS, 4L * groups), 1, MOST_CHUNKS);
        this.chunkBytes = Math.ceilDiv((long) groups * Integer.BYTES, APART) * APART;
    }

    /// Sorts `count` rows whose ids from 0 to `groups - 1` are the int32 of `ids`. Rows with a negative id are left
    /// out. The caller closes the result.
    public static Grouped of(MemorySegment ids, int count, int groups, MemoryPool pool, Tasks tasks) {
        CountingSort sort = new CountingSort(ids, count, groups);
        try (Buffer counts = pool.allocateZeroed(sort.chunks * sort.chunkBytes, PURPOSE)) {
            tasks.forEach(sort.chunks, chunk -> sort.count(chunk, counts.segment()));
            Buffer offsets = pool.allocate((groups + 1L) * Integer.BYTES, PURPOSE);
            try {
                int rowCount = sort.toStarts(counts.segment(), offsets.segment());
                return new Grouped(offsets, sort.places(counts.segment(), rowCount, pool, tasks), rowCount);
            } catch (RuntimeException | Error failure) {
                offsets.close();
                throw failure;
            }
        }
    }

    private Buffer places(MemorySegment counts, int rowCount, MemoryPool pool, Tasks tasks) {
        Buffer rows = pool.allocate((long) rowCount * Integer.BYTES, PURPOSE);
        try {
            tasks.forEach(chunks, chunk -> place(chunk, counts, rows.segment()));
            return rows;
        } catch (RuntimeException | Error failure) {
            rows.close();
            throw failure;
        }
    }

    private long start(int chunk) {
        return (long) count * chunk / chunks;
    }

    private void count(int chunk, MemorySegment counts) {
        long base = chunk * chunkBytes;
        Checkpoint.inPieces(
                start(chunk), start(chunk + 1), (from, to) -> count(ids, (int) from, (int) to, counts, base));
    }

    /// A loop over ints, which the compiler knows to end, with its segments at hand.
    private static void count(MemorySegment ids, int from, int to, MemorySegment counts, long base) {
        for (int row = from; row < to; row++) {
            int id = ids.get(ValueLayout.JAVA_INT, (long) row << 2);
            if (id >= 0) {
                long at = base + ((long) id << 2);
                counts.set(ValueLayout.JAVA_INT, at, counts.get(ValueLayout.JAVA_INT, at) + 1);
            }
        }
    }

    /// Replaces counts by where each chunk's rows of each group go; returns how many rows there are.
    private int toStarts(MemorySegment counts, MemorySegment offsets) {
        int next = 0;
        for (int group = 0; group < groups; group++) {
            offsets.set(ValueLayout.JAVA_INT, (long) group << 2, next);
            for (int chunk = 0; chunk < chunks; chunk++) {
                long at = chunk * chunkBytes + ((long) group << 2);
                int size = counts.get(ValueLayout.JAVA_INT, at);
                counts.set(ValueLayout.JAVA_INT, at, next);
                next += size;
            }
        }
        offsets.set(ValueLayout.JAVA_INT, (long) groups << 2, next);
        return next;
    }

    private void place(int chunk, MemorySegment next, MemorySegment rows) {
        long base = chunk * chunkBytes;
        Checkpoint.inPieces(
                start(chunk), start(chunk + 1), (from, to) -> place(ids, (int) from, (int) to, next, base, rows));
    }

    private static void place(MemorySegment ids, int from, int to, MemorySegment next, long base, MemorySegment rows) {
        for (int row = from; row < to; row++) {
            int id = ids.get(ValueLayout.JAVA_INT, (long) row << 2);
            if (id >= 0) {
                long at = base + ((long) id << 2);
                int place = next.get(ValueLayout.JAVA_INT, at);
                next.set(ValueLayout.JAVA_INT, at, place + 1);
                rows.set(ValueLayout.JAVA_INT, (long) place << 2, row);
            }
        }
    }
}
