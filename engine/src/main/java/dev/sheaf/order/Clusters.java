package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// Brings rows of equal keys together by hashes of 64 bits, without a table of all keys.
///
/// ```
/// keys -- RowHash --> hashes -- RowParts --> parts that fit a cache -- PartedGroups --> offsets, rows
/// ```
/// That costs nearly the same however many keys there are, so it pays where a table of them would outgrow the caches
/// ([#pay]). Rows that share a hash are compared, unless different keys always have different hashes: one key that
/// [RowHash#isExact] says so of, or whole numbers that have 64 bits together. Keys are equal as [RowOrder] says.
/// Memory: 20 bytes a row, 28 for texts, of which 4, and 4 a cluster, are
/// the result.
public final class Clusters {
    private static final String PURPOSE = "rows by key";
    private static final int CHUNK_ROWS = 1 << 10;

    /// Rows that are looked at to see how often keys come again.
    public static final int SAMPLE_ROWS = 1 << 14;

    /// Sorting hashes pays from so many keys on.
    private static final long LEAST_KEYS = 1 << 18;

    private final List<Column> keys;
    private final List<WholeKey> packed;
    private final int count;
    private final MemoryPool pool;
    private final Tasks tasks;

    private Clusters(List<Column> keys, int count, MemoryPool pool, Tasks tasks) {
        this.keys = keys;
        this.packed = packed(keys);
        this.count = count;
        this.pool = pool;
        this.tasks = tasks;
    }

    /// Keys whose numbers fit a word together; none if they do not.
    private static List<WholeKey> packed(List<Column> keys) {
        List<WholeKey> numbers = keys.stream()
                .filter(key -> key.validity().allValid())
                .flatMap(key -> WholeKey.of(key).stream())
                .toList();
        boolean fit = numbers.size() == keys.size()
                && numbers.stream().mapToInt(WholeKey::bits).sum() <= Long.SIZE;
        return fit ? numbers : List.of();
    }

    /// Whether there seem to be so many keys that bringing hashes together beats looking keys up, if these have no
    /// [KeyCodes]. Looks at a sample of rows: among s of them, about s * s / 2k have the key of another if there
    /// are k keys, more if some come often.
    public static boolean pay(List<Column> keys, long rows, int sampleRows) {
        if (rows < 4L * sampleRows) {
            return false;
        }
        long[] sample = new long[sampleRows];
        long[] one = new long[1];
        for (Column key : keys) {
            for (int i = 0; i < sampleRows; i++) {
                one[0] = sample[i];
                RowHash.add(key, rows * i / sampleRows, one, 1);
                sample[i] = one[0];
            }
        }
        Arrays.sort(sample);
        long repeated = 0;
        for (int i = 1; i < sampleRows; i++) {
            repeated += sample[i] == sample[i - 1] ? 1 : 0;
        }
        return repeated * 2 * LEAST_KEYS <= (long) sampleRows * sampleRows;
    }

    /// The first `count` rows by group, rising inside each, and where groups start. Empty if rows of different keys
    /// share a hash, which hardly ever happens. The caller closes the result.
    public static Optional<CountingSort.Grouped> of(
            List<Column> keys, int count, GroupOrder order, MemoryPool pool, Tasks tasks) {
        return of(keys, count, -1L, order, pool, tasks);
    }

    /// The same by some bits of the hash.
    static Optional<CountingSort.Grouped> of(
            List<Column> keys, int count, long hashBits, GroupOrder order, MemoryPool pool, Tasks tasks) {
        return new Clusters(keys, count, pool, tasks).find(hashBits, order);
    }

    private Optional<CountingSort.Grouped> find(long hashBits, GroupOrder order) {
        CountingSort.Grouped found;
        try (RowParts parts = parts(hashBits)) {
            found = PartedGroups.of(parts, order, pool, tasks);
        }
        boolean isSure = false;
        try {
            isSure = (hashBits == -1L && isExact()) || areEqual(found);
            return isSure ? Optional.of(found) : Optional.empty();
        } finally {
            if (!isSure) {
                found.close();
            }
        }
    }

    /// Whether the rows of each group have equal keys.
    private boolean areEqual(CountingSort.Grouped found) {
        AtomicBoolean areEqual = new AtomicBoolean(true);
        GroupPlaces.inChunks(found.count(), tasks, (from, to) -> {
            if (areEqual.get() && !areEqual(found, from, to)) {
                areEqual.set(false);
            }
        });
        return areEqual.get();
    }

    private boolean areEqual(CountingSort.Grouped found, int from, int to) {
        Ints offsets = Ints.of(found.offsets().segment());
        Ints rows = Ints.of(found.rows().segment());
        int most = offsets.get(to) - offsets.get(from);
        boolean[] isFirst = new boolean[most];
        try (Buffer some = pool.allocate((long) most * Integer.BYTES, PURPOSE)) {
            Ints several = Ints.of(some.segment());
            int shared = 0;
            for (int group = from; group < to; group++) {
                int start = offsets.get(group);
                int size = offsets.get(group + 1) - start;
                if (size > 1) { // else nothing is to be read
                    isFirst[shared] = true;
                    several.copy(shared, rows, start, size);
                    shared += size;
                }
            }
            boolean[] changes = new boolean[shared];
            Neighbours.of(keys).mark(some.segment(), 0, shared, changes);
            boolean areEqual = true;
            for (int i = 0; i < shared; i++) {
                areEqual &= isFirst[i] || !changes[i];
            }
            return areEqual;
        }
    }

    private boolean isExact() {
        if (!packed.isEmpty()) {
            return true;
        }
        Column first = keys.getFirst();
        return keys.size() == 1 && first.validity().allValid() && RowHash.isExact(first.type());
    }

    /// Rows by the high bits of their hashes. Those that are long in the making are made once.
    private RowParts parts(long hashBits) {
        int bits = RowParts.bits(count);
        if (keys.stream().allMatch(FixedColumn.class::isInstance)) {
            return RowParts.of((first, size, out) -> hash(first, size, hashBits, out), count, bits, pool, tasks);
        }
        try (Buffer hashes = hashes(hashBits)) {
            MemorySegment made = hashes.segment();
            RowParts.Words words = (first, size, out) ->
                    MemorySegment.copy(made, ValueLayout.JAVA_LONG, (long) first << 3, out, 0, size);
            return RowParts.of(words, count, bits, pool, tasks);
        }
    }

    private void hash(int first, int size, long hashBits, long[] out) {
        Arrays.fill(out, 0, size, 0);
        if (packed.isEmpty()) {
            keys.forEach(key -> RowHash.add(key, first, out, size));
        } else {
            packed.forEach(key -> key.append(first, size, out));
            RowHash.mix(out, size);
        }
        for (int i = 0; i < size; i++) {
            out[i] &= hashBits;
        }
    }

    private Buffer hashes(long hashBits) {
        return pool.filled(
                (long) count * Long.BYTES,
                PURPOSE,
                hashes -> GroupPlaces.inChunks(count, tasks, (from, to) -> {
                    long[] chunk = new long[CHUNK_ROWS];
                    for (int first = from; first < to; first += CHUNK_ROWS) {
                        int size = Math.min(CHUNK_ROWS, to - first);
                        hash(first, size, hashBits, chunk);
                        MemorySegment.copy(chunk, 0, hashes, ValueLayout.JAVA_LONG, (long) first << 3, size);
                    }
                }));
    }
}
