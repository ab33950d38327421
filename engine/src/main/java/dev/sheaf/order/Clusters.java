package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Tasks;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// Brings rows of equal keys together without a table of keys: rows are sorted by a hash of 64 bits, and only rows
/// that share one are compared.
///
/// ```
/// keys -- RowHash --> hashes -- RowSort --> rows by hash -- Neighbours, where hashes are equal --> offsets, rows
/// ```
/// That costs the same however many keys there are, so it pays where a table of them would outgrow the caches
/// ([#pay]). Keys are equal as [RowOrder] says. Memory: 36 bytes a row, of which 4, and 4 a cluster, are the result.
public final class Clusters {
    private static final String PURPOSE = "rows by hash";
    private static final int STRETCH_ROWS = 1 << 16;
    private static final int CHUNK_ROWS = 1 << 10;

    /// Rows that are looked at to see how often keys come again.
    public static final int SAMPLE_ROWS = 1 << 14;

    /// Sorting hashes pays from so many keys on.
    private static final long LEAST_KEYS = 1 << 18;

    private final List<Column> keys;
    private final int count;
    private final MemoryPool pool;
    private final Tasks tasks;

    private Clusters(List<Column> keys, int count, MemoryPool pool, Tasks tasks) {
        this.keys = keys;
        this.count = count;
        this.pool = pool;
        this.tasks = tasks;
    }

    /// Whether there seem to be so many keys that sorting hashes beats looking keys up. Looks at a sample of rows:
    /// among s of them, about s * s / 2k have the key of another if there are k keys, more if some come often.
    public static boolean pay(List<Column> keys, long rows, int sampleRows) {
        if (rows < 4L * sampleRows) {
            return false;
        }
        long[] sample = new long[sampleRows];
        long[] hash = new long[1];
        for (int i = 0; i < sampleRows; i++) {
            hash[0] = 0;
            for (Column key : keys) {
                RowHash.add(key, rows * i / sampleRows, hash, 1);
            }
            sample[i] = hash[0];
        }
        Arrays.sort(sample);
        long repeated = 0;
        for (int i = 1; i < sampleRows; i++) {
            repeated += sample[i] == sample[i - 1] ? 1 : 0;
        }
        return repeated * 2 * LEAST_KEYS <= (long) sampleRows * sampleRows;
    }

    /// The first `count` rows by cluster, rising inside each, and where clusters start. Their order means nothing.
    /// Empty if rows of different keys share a hash, which hardly ever happens. The caller closes the result.
    public static Optional<CountingSort.Grouped> of(List<Column> keys, int count, MemoryPool pool, Tasks tasks) {
        return of(keys, count, -1L, pool, tasks);
    }

    /// The same by some bits of the hash.
    static Optional<CountingSort.Grouped> of(
            List<Column> keys, int count, long hashBits, MemoryPool pool, Tasks tasks) {
        return new Clusters(keys, count, pool, tasks).find(hashBits);
    }

    private Optional<CountingSort.Grouped> find(long hashBits) {
        try (Closer closer = new Closer();
                FixedColumn hashes = hashes(hashBits)) {
            Buffer rows = closer.add(Sorting.numbered(count, pool));
            LimbRange range = new LimbRange(rows.segment(), count, tasks);
            List<SortDirection> rising = List.of(SortDirection.ASCENDING);
            try (SortWords words = SortWords.of(List.of(hashes), rising, range, _ -> rows);
                    RowSort sort = new RowSort(words, rows.segment(), count, pool, tasks, RowSort.Limits.DEFAULT)) {
                MemorySegment sorted = sort.run();
                if (!areEqual(rows.segment(), sorted)) {
                    return Optional.empty();
                }
                Buffer offsets = closer.add(offsets(sorted));
                closer.release();
                return Optional.of(new CountingSort.Grouped(offsets, rows, count));
            }
        }
    }

    private FixedColumn hashes(long hashBits) {
        Buffer hashes = filled((long) count * Long.BYTES, (bytes, from, to) -> {
            long[] chunk = new long[CHUNK_ROWS];
            for (int first = from; first < to; first += CHUNK_ROWS) {
                int size = Math.min(CHUNK_ROWS, to - first);
                Arrays.fill(chunk, 0);
                for (Column key : keys) {
                    RowHash.add(key, first, chunk, size);
                }
                for (int i = 0; i < size; i++) {
                    chunk[i] &= hashBits;
                }
                MemorySegment.copy(chunk, 0, bytes, ValueLayout.JAVA_LONG, (long) first * Long.BYTES, size);
            }
        });
        return new FixedColumn(DataType.INT64, count, hashes, Validity.allValid(count));
    }

    /// Writes what belongs to the rows from `from` to `to`.
    private interface Filler {
        void fill(MemorySegment bytes, int from, int to);
    }

    private Buffer filled(long bytes, Filler filler) {
        Buffer buffer = pool.allocate(bytes, PURPOSE);
        try {
            forEachStretch((from, to) -> filler.fill(buffer.segment(), from, to));
            return buffer;
        } catch (RuntimeException | Error failure) {
            buffer.close();
            throw failure;
        }
    }

    /// Work on rows from `from` to `to`.
    private interface Stretch {
        void take(int from, int to);
    }

    private void forEachStretch(Stretch work) {
        tasks.forEach(Math.ceilDiv(count, STRETCH_ROWS), stretch -> {
            Checkpoint.pass();
            work.take(stretch * STRETCH_ROWS, (int) Math.min(count, (stretch + 1L) * STRETCH_ROWS));
        });
    }

    /// Whether rows with the same hash have equal keys.
    private boolean areEqual(MemorySegment rows, MemorySegment hashes) {
        AtomicBoolean equal = new AtomicBoolean(true);
        forEachStretch((from, to) -> {
            try (Buffer some = pool.allocate((to - from + 1L) * Integer.BYTES, PURPOSE)) {
                boolean[] isNew = new boolean[to - from + 1];
                int shared = shared(rows, hashes, Math.max(0, from - 1), to, some.segment(), isNew);
                boolean[] changes = new boolean[shared];
                Neighbours.of(keys).mark(some.segment(), 0, shared, changes);
                for (int i = 1; i < shared; i++) {
                    if (changes[i] && !isNew[i]) {
                        equal.set(false);
                    }
                }
            }
        });
        return equal.get();
    }

    /// Picks the rows that share their hash with one beside them, and notes which have another than the one before.
    private static int shared(
            MemorySegment rows, MemorySegment hashes, int from, int to, MemorySegment out, boolean[] isNew) {
        int found = 0;
        boolean before = false;
        for (int i = from; i < to; i++) {
            boolean next = i + 1 < to && word(hashes, i) == word(hashes, i + 1);
            if (before || next) {
                out.set(ValueLayout.JAVA_INT, (long) found << 2, rows.get(ValueLayout.JAVA_INT, (long) i << 2));
                isNew[found] = !before;
                found++;
            }
            before = next;
        }
        return found;
    }

    private static long word(MemorySegment words, int index) {
        return words.get(ValueLayout.JAVA_LONG, (long) index << 3);
    }

    /// Where clusters start in rows sorted by these hashes, and how many rows there are at last.
    private Buffer offsets(MemorySegment hashes) {
        int[] before = new int[Math.ceilDiv(count, STRETCH_ROWS) + 1];
        forEachStretch((from, to) -> before[from / STRETCH_ROWS + 1] = changes(hashes, from, to));
        Arrays.parallelPrefix(before, Integer::sum);
        int clusters = before[before.length - 1];
        Buffer offsets = filled(
                (clusters + 1L) * Integer.BYTES,
                (bytes, from, to) -> writeStarts(hashes, from, to, before[from / STRETCH_ROWS], bytes));
        offsets.segment().set(ValueLayout.JAVA_INT, (long) clusters << 2, count);
        return offsets;
    }

    private static boolean isStart(MemorySegment hashes, int row) {
        return row == 0 || word(hashes, row) != word(hashes, row - 1);
    }

    private static int changes(MemorySegment hashes, int from, int to) {
        int changes = 0;
        for (int i = from; i < to; i++) {
            changes += isStart(hashes, i) ? 1 : 0;
        }
        return changes;
    }

    private static void writeStarts(MemorySegment hashes, int from, int to, int first, MemorySegment offsets) {
        int next = first;
        for (int i = from; i < to; i++) {
            if (isStart(hashes, i)) {
                offsets.set(ValueLayout.JAVA_INT, (long) next << 2, i);
                next++;
            }
        }
    }
}
