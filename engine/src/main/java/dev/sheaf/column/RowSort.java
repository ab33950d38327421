package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One sort of row numbers, range by range.
///
/// ```
/// range of rows, key k:  nulls to their end  ->  prefix of each other row  ->  distribute by differing bits
///    few rows:           merge sort of (prefix, row), full comparison of ties
///    equal prefixes:     the same with key k + 1, or with the next bytes of a text
/// ```
/// Ranges do not overlap, so each may be sorted by a thread of its own. Distributing keeps the order of rows that
/// agree, hence the sort is stable.
final class RowSort implements AutoCloseable {
    private static final String PURPOSE = "sort";

    /// When to stop distributing, and when to spread work.
    ///
    /// Up to `fewRows` rows a merge sort, which then runs in the first-level cache, beats another distribution;
    /// from `manyRows` on a range is worth handing to several threads.
    record Limits(int fewRows, int manyRows) {
        static final Limits DEFAULT = new Limits(512, 1 << 16);
    }

    /// 2048 targets: as many as the second-level cache has room for a line of each.
    private static final int DIGIT_BITS = 11;

    private static final int DIGITS = 1 << DIGIT_BITS;

    /// More chunks than threads, so that slow ones even out.
    private static final int CHUNKS = 16;

    private final Key[] keys;
    private final Tasks tasks;
    private final Limits limits;
    private final @Nullable Buffer[] scratch = new @Nullable Buffer[3];
    private final MemorySegment rows;
    private final MemorySegment otherRows;
    private final MemorySegment prefixes;
    private final MemorySegment otherPrefixes;
    private final int count;

    /// A key column: its prefix, and the comparison of rows by it and the keys after it.
    private record Key(Validity validity, SortDirection direction, SortPrefix prefix, ColumnComparator order) {}

    /// A sort of the row numbers that lie in `rows`.
    RowSort(
            List<Column> columns,
            List<SortDirection> directions,
            MemorySegment rows,
            int count,
            MemoryPool pool,
            Tasks tasks,
            Limits limits) {
        this.rows = rows;
        this.limits = limits;
        this.count = count;
        this.tasks = tasks;
        List<Key> made = new ArrayList<>();
        try {
            ColumnComparator order = (_, _) -> 0;
            for (int i = columns.size() - 1; i >= 0; i--) {
                Column column = columns.get(i);
                order = then(ColumnComparator.of(column, directions.get(i)), order, i == columns.size() - 1);
                SortPrefix prefix = SortPrefix.of(column, directions.get(i), pool);
                made.addFirst(new Key(column.validity(), directions.get(i), prefix, order));
            }
            this.keys = made.toArray(Key[]::new);
            this.otherRows = allocate(0, (long) count * Integer.BYTES, pool);
            this.prefixes = allocate(1, (long) count * Long.BYTES, pool);
            this.otherPrefixes = allocate(2, (long) count * Long.BYTES, pool);
        } catch (RuntimeException | Error failure) {
            made.forEach(key -> key.prefix().close());
            closeScratch();
            throw failure;
        }
    }

    private MemorySegment allocate(int index, long bytes, MemoryPool pool) {
        Buffer buffer = pool.allocate(bytes, PURPOSE);
        scratch[index] = buffer;
        return buffer.segment();
    }

    private static ColumnComparator then(ColumnComparator first, ColumnComparator second, boolean last) {
        return last
                ? first
                : (a, b) -> {
                    int order = first.compare(a, b);
                    return order != 0 ? order : second.compare(a, b);
                };
    }

    /// Sorts all rows.
    void run() {
        sort(new Range(0, count, 0, 0), true);
    }

    /// Rows that agree in all keys before `key` and in the first `depth` bytes of it.
    private record Range(int from, int to, int key, int depth) {
        int size() {
            return to - from;
        }

        Range part(int start, int end) {
            return new Range(start, end, key, depth);
        }
    }

    /// Sorts a range from its key on. Only the thread that sorts all may spread work over tasks; what a task
    /// sorts it sorts alone.
    private void sort(Range range, boolean spread) {
        if (range.size() < 2 || range.key() == keys.length) {
            return;
        }
        int nulls = separateNulls(range.from(), range.to(), range.key());
        boolean nullsFirst = keys[range.key()].direction().nullsFirst();
        int valuesFrom = nullsFirst ? range.from() + nulls : range.from();
        int valuesTo = nullsFirst ? range.to() : range.to() - nulls;
        sortValues(range.part(valuesFrom, valuesTo), spread);
        int nullsFrom = nullsFirst ? range.from() : valuesTo;
        sort(new Range(nullsFrom, nullsFrom + nulls, range.key() + 1, 0), spread);
    }

    /// Moves the rows whose key is null to one end, all in the order they had, and returns how many they are.
    private int separateNulls(int from, int to, int key) {
        Validity validity = keys[key].validity();
        if (validity.allValid()) {
            return 0;
        }
        int values = from;
        int nulls = from;
        for (int i = from; i < to; i++) {
            int row = rowAt(rows, i);
            if (validity.isValid(row)) {
                setRow(rows, values++, row);
            } else {
                setRow(otherRows, nulls++, row);
            }
        }
        int nullCount = nulls - from;
        if (keys[key].direction().nullsFirst()) {
            copyRows(rows, from, rows, from + nullCount, values - from);
            copyRows(otherRows, from, rows, from, nullCount);
        } else {
            copyRows(otherRows, from, rows, values, nullCount);
        }
        return nullCount;
    }

    private void sortValues(Range range, boolean spread) {
        SortPrefix prefix = keys[range.key()].prefix();
        if (spread && range.size() >= limits.manyRows()) {
            tasks.forEach(
                    CHUNKS,
                    chunk -> prefix.fill(rows, prefixes, chunk(range, chunk), chunk(range, chunk + 1), range.depth()));
        } else {
            Checkpoint.inPieces(
                    range.from(),
                    range.to(),
                    (from, to) -> prefix.fill(rows, prefixes, (int) from, (int) to, range.depth()));
        }
        sortByPrefix(range, spread);
    }

    private static int chunk(Range range, int chunk) {
        return range.from() + (int) ((long) range.size() * chunk / CHUNKS);
    }

    /// Sorts a range of rows whose prefixes are filled in.
    private void sortByPrefix(Range range, boolean spread) {
        if (range.size() <= limits.fewRows()) {
            mergeSort(range);
            return;
        }
        long differing = differing(range.from(), range.to());
        if (differing == 0) {
            sortEqual(range, spread);
            return;
        }
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(differing) - DIGIT_BITS);
        if (spread && range.size() >= limits.manyRows()) {
            int[] ends = distributeOnTasks(range, shift);
            for (int digit = 0; digit < DIGITS; digit++) {
                sortDigit(range, ends, digit, true);
            }
            tasks.forEach(DIGITS, digit -> sortDigit(range, ends, digit, false));
        } else {
            int[] ends = distribute(range, shift);
            for (int digit = 0; digit < DIGITS; digit++) {
                Range part = part(range, ends, digit);
                sortByPrefix(part, false);
            }
        }
    }

    /// Sorts the rows of a digit if they are many and may be spread, or few and may not: large parts come one
    /// after the other on all threads, small ones side by side.
    private void sortDigit(Range range, int[] ends, int digit, boolean spread) {
        Range part = part(range, ends, digit);
        if (part.size() >= limits.manyRows() == spread) {
            sortByPrefix(part, spread);
        }
    }

    private static Range part(Range range, int[] ends, int digit) {
        return range.part(digit == 0 ? range.from() : ends[digit - 1], ends[digit]);
    }

    /// Sorts rows whose prefixes are all the same.
    private void sortEqual(Range range, boolean spread) {
        SortPrefix prefix = keys[range.key()].prefix();
        if (prefix.decides(prefixAt(prefixes, range.from()))) {
            sort(new Range(range.from(), range.to(), range.key() + 1, 0), spread);
        } else if (prefix.goesOn()) {
            int depth = range.depth() + SortPrefix.TEXT_BYTES;
            sortValues(new Range(range.from(), range.to(), range.key(), depth), spread);
        } else {
            mergeSort(range);
        }
    }

    /// The bits in which the prefixes of a range are not all alike.
    private long differing(int from, int to) {
        long first = prefixAt(prefixes, from);
        long differing = 0;
        for (int i = from; i < to; i++) {
            differing |= prefixAt(prefixes, i) ^ first;
        }
        return differing;
    }

    /// Moves rows and prefixes to the place of their digit and returns where each digit's rows end.
    private int[] distribute(Range range, int shift) {
        int[] next = new int[DIGITS];
        Checkpoint.inPieces(range.from(), range.to(), (from, to) -> countDigits((int) from, (int) to, shift, next));
        toStarts(next, range.from());
        Checkpoint.inPieces(range.from(), range.to(), (from, to) -> scatter((int) from, (int) to, shift, next));
        copyBack(range.from(), range.to());
        return next;
    }

    /// As [#distribute], in chunks: those of a digit lie in the order of the chunks.
    private int[] distributeOnTasks(Range range, int shift) {
        int[][] next = new int[CHUNKS][DIGITS];
        tasks.forEach(CHUNKS, i -> countDigits(chunk(range, i), chunk(range, i + 1), shift, next[i]));
        int at = range.from();
        for (int digit = 0; digit < DIGITS; digit++) {
            for (int[] chunk : next) {
                int size = chunk[digit];
                chunk[digit] = at;
                at += size;
            }
        }
        tasks.forEach(CHUNKS, i -> scatter(chunk(range, i), chunk(range, i + 1), shift, next[i]));
        tasks.forEach(CHUNKS, i -> copyBack(chunk(range, i), chunk(range, i + 1)));
        return next[CHUNKS - 1];
    }

    private void copyBack(int from, int to) {
        copyRows(otherRows, from, rows, from, to - from);
        MemorySegment.copy(otherPrefixes, (long) from << 3, prefixes, (long) from << 3, (long) (to - from) << 3);
    }

    private void countDigits(int from, int to, int shift, int[] counts) {
        for (int i = from; i < to; i++) {
            counts[(int) (prefixAt(prefixes, i) >>> shift) & DIGITS - 1]++;
        }
    }

    private static void toStarts(int[] counts, int from) {
        int at = from;
        for (int digit = 0; digit < DIGITS; digit++) {
            int size = counts[digit];
            counts[digit] = at;
            at += size;
        }
    }

    private void scatter(int from, int to, int shift, int[] next) {
        for (int i = from; i < to; i++) {
            long prefix = prefixAt(prefixes, i);
            int target = next[(int) (prefix >>> shift) & DIGITS - 1]++;
            otherPrefixes.set(ValueLayout.JAVA_LONG, (long) target << 3, prefix);
            setRow(otherRows, target, rowAt(rows, i));
        }
    }

    private void mergeSort(Range range) {
        Key key = keys[range.key()];
        ColumnComparator after = range.key() + 1 < keys.length ? keys[range.key() + 1].order() : null;
        MergeSort.Ties ties = new MergeSort.Ties(key.prefix(), key.order(), after);
        new MergeSort(ties, rows, prefixes, otherRows, otherPrefixes).sort(range.from(), range.to());
    }

    private static int rowAt(MemorySegment rows, int index) {
        return rows.get(ValueLayout.JAVA_INT, (long) index << 2);
    }

    private static void setRow(MemorySegment rows, int index, int row) {
        rows.set(ValueLayout.JAVA_INT, (long) index << 2, row);
    }

    private static long prefixAt(MemorySegment prefixes, int index) {
        return prefixes.get(ValueLayout.JAVA_LONG, (long) index << 3);
    }

    private static void copyRows(MemorySegment source, int from, MemorySegment target, int to, int count) {
        MemorySegment.copy(source, (long) from << 2, target, (long) to << 2, (long) count << 2);
    }

    @Override
    public void close() {
        for (Key key : keys) {
            key.prefix().close();
        }
        closeScratch();
    }

    private void closeScratch() {
        for (Buffer buffer : scratch) {
            if (buffer != null) {
                buffer.close();
            }
        }
    }
}
