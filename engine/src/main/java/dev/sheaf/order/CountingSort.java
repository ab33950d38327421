package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ShortBuffer;
import java.util.function.Function;

/// Puts row numbers together by small numbers, such as group ids: stable, on all threads. Cost: two passes over the
/// ids, and one write of each row number, at random if there are more groups than the caches hold.
///
/// Ids come to an array a block at a time. From there loops count, find places and write numbers with nothing else to
/// check in each step, and writes that wait for memory hold nothing up. Where a chunk has long runs of rows for more
/// groups than the first-level cache has lines for, they are put together in the second-level cache and copied, since
/// lines of a copy are fetched ahead.
public final class CountingSort {
    private static final String PURPOSE = "rows by group";
    private static final int LEAST_CHUNK_ROWS = 1 << 16;
    private static final int MOST_CHUNKS = 16;

    /// Chunks have runs that are worth copying from so many groups on, and up to so many.
    private static final int LEAST_COPIED_GROUPS = 1 << 8;

    private static final int MOST_COPIED_GROUPS = 1 << 15;

    /// The most rows of a chunk whose runs are copied: their numbers nearly fit the second-level cache.
    private static final int COPIED_ROWS = 1 << 19;

    /// Rows whose ids stay in the first-level cache.
    private static final int BLOCK_ROWS = 1 << 10;

    /// Counts of chunks lie so many ints apart: two cache lines, which processors fetch together.
    private static final long APART = 32;

    private final CountedIds.Rows ids;
    private final int count;
    private final int groups;
    private final boolean copies;
    private final int chunks;
    private final long chunkInts;

    /// Row numbers, int32, those of group g from position `offsets[g]` to `offsets[g + 1]`, int32, rising.
    public record Grouped(Buffer offsets, Buffer rows, long rowCount) implements AutoCloseable {
        /// The number of groups.
        public int count() {
            return Math.toIntExact(offsets.byteSize() / Integer.BYTES - 1);
        }

        /// The first row of a group, which has one.
        int firstRow(int group) {
            int start = offsets.segment().get(ValueLayout.JAVA_INT, (long) group << 2);
            return rows.segment().get(ValueLayout.JAVA_INT, (long) start << 2);
        }

        @Override
        public void close() {
            offsets.close();
            rows.close();
        }
    }

    private CountingSort(CountedIds.Rows ids, int count, int groups, Tasks tasks) {
        this.ids = ids;
        this.count = count;
        this.groups = groups;
        this.copies = groups >= LEAST_COPIED_GROUPS && groups <= MOST_COPIED_GROUPS;
        int alike = chunks(count, groups, tasks.threads());
        this.chunks = copies ? Math.max(alike, Math.ceilDiv(count, COPIED_ROWS)) : alike;
        // Rows of no group are counted before those of the first.
        this.chunkInts = Math.ceilDiv(groups + 1L, APART) * APART;
    }

    /// A chunk counts all groups, so it has to have several rows for each. One thread puts the counts of all chunks
    /// together: of many groups there is one chunk for each thread, several of few, so that slow ones even out.
    private static int chunks(int count, int groups, int threads) {
        int most = Math.clamp(count / Math.max(LEAST_CHUNK_ROWS, 4L * groups), 1, MOST_CHUNKS);
        int least = Math.min(most, threads);
        int cheap = Math.clamp(count / 32L / Math.max(1, groups), 1, most);
        return threads == 1 ? 1 : Math.max(least, cheap / least * least);
    }

    /// Sorts `count` rows whose ids from 0 to `groups - 1` are the int32 of `ids`. Rows with the id -1 are left out.
    /// The caller closes the result.
    public static Grouped of(MemorySegment ids, int count, int groups, MemoryPool pool, Tasks tasks) {
        CountedIds.Rows numbers =
                (first, size, block) -> MemorySegment.copy(ids, ValueLayout.JAVA_INT, first << 2, block, 0, size);
        return new CountingSort(numbers, count, groups, tasks).sort(CountedIds::all, pool, tasks);
    }

    /// Sorts `count` rows by their ids, which are from 0 to `groups - 1`. Groups are only those ids of which there are
    /// rows, in the order of their first rows or of the ids. The caller closes the result.
    static Grouped ofPresent(
            CountedIds.Rows ids, int count, int groups, boolean byFirstRow, MemoryPool pool, Tasks tasks) {
        CountingSort sort = new CountingSort(ids, count, groups, tasks);
        return sort.sort(
                byFirstRow ? counted -> counted.byFirstRow(sort::findComing, tasks) : CountedIds::present, pool, tasks);
    }

    /// `groupIds` says which ids are groups of the result, and in which order.
    private Grouped sort(Function<CountedIds, Buffer> groupIds, MemoryPool pool, Tasks tasks) {
        try (Buffer counts = pool.allocateZeroed((chunks + 1) * chunkInts * Integer.BYTES, PURPOSE);
                Closer closer = new Closer()) {
            Ints places = Ints.of(counts.segment());
            tasks.forEach(chunks, chunk -> count(chunk, places));
            CountedIds counted = new CountedIds(places, groups, chunks, chunkInts, pool);
            Buffer offsets = closer.add(groupIds.apply(counted));
            int found = Math.toIntExact(offsets.byteSize() / Integer.BYTES - 1);
            int rowCount = toStarts(places, Ints.of(offsets.segment()), found);
            // Rows of no group lie behind those that count.
            Buffer rows = pool.filled(
                    (long) count * Integer.BYTES,
                    PURPOSE,
                    out -> tasks.forEach(chunks, chunk -> place(chunk, places, Ints.of(out), pool)));
            closer.release();
            return new Grouped(offsets, rows, rowCount);
        }
    }

    private long start(int chunk) {
        return (long) count * chunk / chunks;
    }

    private void count(int chunk, Ints counts) {
        inBlocks(chunk, (block, size, _) -> {
            count(block, size, counts, chunk * chunkInts + 1);
            return true;
        });
    }

    private void findComing(int chunk, ShortBuffer chunkOfId, Ints order, int from, int to) {
        int[] next = {from};
        inBlocks(chunk, (block, size, _) -> {
            next[0] = next[0] == to ? to : findComing(block, size, chunk, chunkOfId, order, next[0]);
            return next[0] < to;
        });
    }

    private void place(int chunk, Ints starts, Ints rows, MemoryPool pool) {
        if (copies) {
            copyRuns(chunk, starts, rows, pool);
        } else {
            place(chunk, starts, chunk * chunkInts, rows);
        }
    }

    private void place(int chunk, Ints next, long base, Ints rows) {
        inBlocks(chunk, (block, size, first) -> {
            toPlaces(block, size, next, base + 1);
            write(block, size, rows, first);
            return true;
        });
    }

    /// Where the rows of the next chunk start, or those of the last chunk end, the rows of a chunk end.
    private void copyRuns(int chunk, Ints starts, Ints rows, MemoryPool pool) {
        long base = chunk * chunkInts;
        try (Buffer places = pool.allocate(chunkInts * Integer.BYTES, PURPOSE);
                Buffer own = pool.allocate((start(chunk + 1) - start(chunk)) * Integer.BYTES, PURPOSE)) {
            Ints place = Ints.of(places.segment());
            int next = 0;
            for (int slot = 0; slot <= groups; slot++) {
                place.put(slot, next);
                next += size(starts, base + slot);
            }
            Ints found = Ints.of(own.segment());
            place(chunk, place, 0, found);
            int from = 0;
            for (int slot = 0; slot <= groups; slot++) {
                int size = size(starts, base + slot);
                rows.copy(starts.get(base + slot), found, from, size);
                from += size;
            }
        }
    }

    private int size(Ints starts, long at) {
        return starts.get(at + chunkInts) - starts.get(at);
    }

    /// What is done with the ids of some rows from `first` on. False if those that follow are not needed.
    private interface Block {
        boolean take(int[] ids, int size, int first);
    }

    private void inBlocks(int chunk, Block work) {
        int[] block = new int[BLOCK_ROWS];
        long end = start(chunk + 1);
        boolean goesOn = true;
        for (long first = start(chunk); first < end && goesOn; first += BLOCK_ROWS) {
            Checkpoint.pass();
            int size = (int) Math.min(BLOCK_ROWS, end - first);
            ids.read(first, size, block);
            goesOn = work.take(block, size, (int) first);
        }
    }

    private static void count(int[] ids, int size, Ints counts, long base) {
        for (int i = 0; i < size; i++) {
            long at = base + ids[i];
            counts.put(at, counts.get(at) + 1);
        }
    }

    /// Writes ids that come for the first time, which are those of this chunk that it has not met. No id is -1.
    private static int findComing(int[] ids, int size, int chunk, ShortBuffer chunkOfId, Ints order, int before) {
        int next = before;
        for (int i = 0; i < size; i++) {
            if (chunkOfId.get(ids[i]) == chunk) {
                chunkOfId.put(ids[i], (short) -1);
                order.put(next++, ids[i]);
            }
        }
        return next;
    }

    /// Replaces ids by the next places of their groups.
    private static void toPlaces(int[] ids, int size, Ints next, long base) {
        for (int i = 0; i < size; i++) {
            long at = base + ids[i];
            int place = next.get(at);
            next.put(at, place + 1);
            ids[i] = place;
        }
    }

    private static void write(int[] places, int size, Ints rows, int first) {
        for (int i = 0; i < size; i++) {
            rows.put(places[i], first + i);
        }
    }

    /// Replaces counts by where each chunk's rows of each group go and the last one's end, and ids of groups by where
    /// groups start; returns how many rows are in groups.
    private int toStarts(Ints counts, Ints offsets, int found) {
        int next = 0;
        for (int group = 0; group < found; group++) {
            int id = offsets.get(group);
            offsets.put(group, next);
            next = toStarts(counts, id + 1, next);
        }
        offsets.put(found, next);
        toStarts(counts, 0, next);
        return next;
    }

    private int toStarts(Ints counts, int slot, int first) {
        int next = first;
        for (int chunk = 0; chunk < chunks; chunk++) {
            long at = chunk * chunkInts + slot;
            int size = counts.get(at);
            counts.put(at, next);
            next += size;
        }
        counts.put(chunks * chunkInts + slot, next);
        return next;
    }
}
