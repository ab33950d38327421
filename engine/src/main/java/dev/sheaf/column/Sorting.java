package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Finds the order of rows under sort keys.
///
/// Each row gets a 64-bit prefix that orders it by the first key as far as eight bytes can ([SortPrefix]); rows
/// and prefixes are merge-sorted together, and full rows are compared only where prefixes are equal and do not
/// decide. Stable. Cost: O(n log n) with sequential access to 12 bytes a row, twice that as memory.
public final class Sorting {
    private static final String PURPOSE = "sort";

    /// Runs of this many rows are sorted by insertion before merging.
    private static final int INSERTION_RUN = 16;

    private Sorting() {}

    /// The row numbers of `keys` in sorted order, int32; the first key counts most. To be closed by the caller.
    ///
    /// @throws IllegalArgumentException if there are more than 2^31 - 1 rows
    public static Buffer argsort(List<Column> keys, List<SortDirection> directions, long rowCount, MemoryPool pool) {
        int count = checkedCount(rowCount);
        Buffer rows = pool.allocate((long) count * Integer.BYTES, PURPOSE);
        try {
            if (keys.isEmpty()) {
                number(rows.segment(), count);
                return rows;
            }
            sort(keys, directions, rows.segment(), count, pool);
            return rows;
        } catch (RuntimeException failure) {
            rows.close();
            throw failure;
        }
    }

    /// The rows of a table in the order of sort keys, as a new table.
    public static Table sort(Table table, List<Column> keys, List<SortDirection> directions, MemoryPool pool) {
        try (Buffer rows = argsort(keys, directions, table.rowCount(), pool)) {
            return Take.rows(table, rows.segment(), table.rowCount(), pool);
        }
    }

    private static int checkedCount(long rowCount) {
        if (rowCount > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("cannot sort " + rowCount + " rows at once; sort at most 2^31 - 1");
        }
        return (int) rowCount;
    }

    private static void number(MemorySegment rows, int count) {
        for (int i = 0; i < count; i++) {
            rows.setAtIndex(ValueLayout.JAVA_INT, i, i);
        }
    }

    /// Nulls of the first key are set apart before the merge sort, so that every prefix is that of a value.
    private static void sort(
            List<Column> keys, List<SortDirection> directions, MemorySegment rows, int count, MemoryPool pool) {
        Column first = keys.getFirst();
        int nulls = (int) first.nullCount();
        boolean nullsFirst = directions.getFirst().nullsFirst();
        int nullsFrom = nullsFirst ? 0 : count - nulls;
        int valuesFrom = nullsFirst ? nulls : 0;
        separate(first.validity(), rows, count, nullsFrom, valuesFrom);
        ColumnComparator rest = rowComparator(keys.subList(1, keys.size()), directions.subList(1, keys.size()));
        try (SortPrefix prefix = SortPrefix.of(first, directions.getFirst(), pool)) {
            ColumnComparator values = ColumnComparator.of(first, directions.getFirst());
            ColumnComparator ties = prefix.decides() ? rest : then(values, rest);
            boolean decided = prefix.decides() && keys.size() == 1;
            mergeSort(rows.asSlice((long) valuesFrom * Integer.BYTES), count - nulls, prefix, ties, decided, pool);
        }
        if (keys.size() > 1 && nulls > 1) {
            MemorySegment nullRows = rows.asSlice((long) nullsFrom * Integer.BYTES);
            mergeSort(nullRows, nulls, SortPrefix.NONE, rest, false, pool);
        }
    }

    private static void separate(Validity validity, MemorySegment rows, int count, int nullsFrom, int valuesFrom) {
        int nextNull = nullsFrom;
        int nextValue = valuesFrom;
        for (int row = 0; row < count; row++) {
            int at = validity.isValid(row) ? nextValue++ : nextNull++;
            rows.setAtIndex(ValueLayout.JAVA_INT, at, row);
        }
    }

    private static ColumnComparator rowComparator(List<Column> keys, List<SortDirection> directions) {
        ColumnComparator all = (_, _) -> 0;
        for (int i = keys.size() - 1; i >= 0; i--) {
            ColumnComparator key = ColumnComparator.of(keys.get(i), directions.get(i));
            all = i == keys.size() - 1 ? key : then(key, all);
        }
        return all;
    }

    private static ColumnComparator then(ColumnComparator first, ColumnComparator second) {
        return (a, b) -> {
            int order = first.compare(a, b);
            return order != 0 ? order : second.compare(a, b);
        };
    }

    private static void mergeSort(
            MemorySegment rows, int count, SortPrefix prefix, ColumnComparator ties, boolean decided, MemoryPool pool) {
        long rowBytes = (long) count * Integer.BYTES;
        long keyBytes = (long) count * Long.BYTES;
        try (Buffer keys = pool.allocate(keyBytes, PURPOSE);
                Buffer otherKeys = pool.allocate(keyBytes, PURPOSE);
                Buffer otherRows = pool.allocate(rowBytes, PURPOSE)) {
            prefix.fill(rows, keys.segment(), count);
            Merge merge = new Merge(ties, decided);
            MemorySegment fromKeys = keys.segment();
            MemorySegment fromRows = rows;
            MemorySegment toKeys = otherKeys.segment();
            MemorySegment toRows = otherRows.segment();
            for (int start = 0; start < count; start += INSERTION_RUN) {
                merge.insertionSort(fromKeys, fromRows, start, Math.min(count, start + INSERTION_RUN));
            }
            boolean swapped = false;
            for (long width = INSERTION_RUN; width < count; width *= 2) {
                for (long start = 0; start < count; start += 2 * width) {
                    int middle = (int) Math.min(count, start + width);
                    int end = (int) Math.min(count, start + 2 * width);
                    merge.merge(fromKeys, fromRows, toKeys, toRows, (int) start, middle, end);
                }
                MemorySegment swapKeys = fromKeys;
                MemorySegment swapRows = fromRows;
                fromKeys = toKeys;
                fromRows = toRows;
                toKeys = swapKeys;
                toRows = swapRows;
                swapped = !swapped;
            }
            if (swapped) {
                MemorySegment.copy(fromRows, 0, rows, 0, rowBytes);
            }
        }
    }

    /// The two steps of a stable merge sort of (prefix, row) pairs; prefixes compare as unsigned numbers.
    private record Merge(ColumnComparator ties, boolean decided) {

        void insertionSort(MemorySegment keys, MemorySegment rows, int start, int end) {
            for (int i = start + 1; i < end; i++) {
                long key = keys.getAtIndex(ValueLayout.JAVA_LONG, i);
                int row = rows.getAtIndex(ValueLayout.JAVA_INT, i);
                int at = i;
                while (at > start
                        && isAfter(
                                keys.getAtIndex(ValueLayout.JAVA_LONG, at - 1),
                                rows.getAtIndex(ValueLayout.JAVA_INT, at - 1),
                                key,
                                row)) {
                    keys.setAtIndex(ValueLayout.JAVA_LONG, at, keys.getAtIndex(ValueLayout.JAVA_LONG, at - 1));
                    rows.setAtIndex(ValueLayout.JAVA_INT, at, rows.getAtIndex(ValueLayout.JAVA_INT, at - 1));
                    at--;
                }
                keys.setAtIndex(ValueLayout.JAVA_LONG, at, key);
                rows.setAtIndex(ValueLayout.JAVA_INT, at, row);
            }
        }

        void merge(
                MemorySegment keys,
                MemorySegment rows,
                MemorySegment toKeys,
                MemorySegment toRows,
                int start,
                int middle,
                int end) {
            int left = start;
            int right = middle;
            for (int at = start; at < end; at++) {
                boolean takeRight = left >= middle
                        || (right < end
                                && isAfter(
                                        keys.getAtIndex(ValueLayout.JAVA_LONG, left),
                                        rows.getAtIndex(ValueLayout.JAVA_INT, left),
                                        keys.getAtIndex(ValueLayout.JAVA_LONG, right),
                                        rows.getAtIndex(ValueLayout.JAVA_INT, right)));
                int from = takeRight ? right++ : left++;
                toKeys.setAtIndex(ValueLayout.JAVA_LONG, at, keys.getAtIndex(ValueLayout.JAVA_LONG, from));
                toRows.setAtIndex(ValueLayout.JAVA_INT, at, rows.getAtIndex(ValueLayout.JAVA_INT, from));
            }
        }

        private boolean isAfter(long keyA, int rowA, long keyB, int rowB) {
            if (keyA != keyB) {
                return keyA + Long.MIN_VALUE > keyB + Long.MIN_VALUE;
            }
            return !decided && ties.compare(rowA, rowB) > 0;
        }
    }
}
