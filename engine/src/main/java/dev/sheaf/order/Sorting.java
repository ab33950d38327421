package dev.sheaf.order;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;

/// Finds the order of rows under sort keys.
///
/// The keys of each row are laid out in 64-bit words ([SortWords]); rows are distributed by the bits in which words
/// differ until few are left, and the next word decides among equals ([RowSort]). Stable. Cost: a pass over each
/// key, about two passes over 12 bytes a row, with as much memory again, then sorts that stay in the cache. Rows that
/// are in order already cost one pass.
public final class Sorting {
    private static final String PURPOSE = "sort";

    private Sorting() {}

    /// The row numbers of `keys` in sorted order, int32; the first key counts most. To be closed by the caller.
    ///
    /// @throws IllegalArgumentException if there are more than 2^31 - 1 rows
    public static Buffer argsort(List<Column> keys, List<SortDirection> directions, long rowCount, MemoryPool pool) {
        return argsort(keys, directions, rowCount, pool, Tasks.SEQUENTIAL);
    }

    /// As [#argsort(List, List, long, MemoryPool)], with the work spread over `tasks`.
    public static Buffer argsort(
            List<Column> keys, List<SortDirection> directions, long rowCount, MemoryPool pool, Tasks tasks) {
        return argsort(keys, directions, rowCount, pool, tasks, RowSort.Limits.DEFAULT);
    }

    static Buffer argsort(
            List<Column> keys,
            List<SortDirection> directions,
            long rowCount,
            MemoryPool pool,
            Tasks tasks,
            RowSort.Limits limits) {
        int count = checkedCount(rowCount);
        return pool.filled((long) count * Integer.BYTES, PURPOSE, rows -> {
            number(rows, count);
            if (!keys.isEmpty() && count > 1) {
                sort(keys, directions, new LimbRange(rows, count, tasks), count, pool, limits, RowSort::run);
            }
        });
    }

    /// Sorts the rows inside of runs. Stable. Cost: a random read of each key a row, and sorts of runs, most of
    /// which stay in the cache.
    ///
    /// @param tableRows the rows that the keys have, some of which may be in no run
    /// @return the row numbers run by run, int32, in order inside each; to be closed by the caller
    public static Buffer sortRuns(
            CountingSort.Grouped runs,
            List<Column> keys,
            List<SortDirection> directions,
            long tableRows,
            MemoryPool pool,
            Tasks tasks) {
        return sortRuns(runs, keys, directions, tableRows, pool, tasks, RowSort.Limits.DEFAULT);
    }

    static Buffer sortRuns(
            CountingSort.Grouped runs,
            List<Column> keys,
            List<SortDirection> directions,
            long tableRows,
            MemoryPool pool,
            Tasks tasks,
            RowSort.Limits limits) {
        int all = checkedCount(tableRows);
        int count = checkedCount(runs.rowCount());
        return pool.filled((long) all * Integer.BYTES, PURPOSE, rows -> {
            number(rows, all);
            sort(keys, directions, new LimbRange(rows, all, tasks), count, pool, limits, sort -> {
                MemorySegment.copy(runs.rows().segment(), 0, rows, 0, (long) count * Integer.BYTES);
                sort.runEach(Ints.of(runs.offsets().segment()), runs.count());
            });
        });
    }

    private static void sort(
            List<Column> keys,
            List<SortDirection> directions,
            LimbRange range,
            int count,
            MemoryPool pool,
            RowSort.Limits limits,
            Consumer<RowSort> sorting) {
        try (SortWords words = SortWords.of(keys, directions, range, values -> ranks(values, pool));
                RowSort sort = new RowSort(words, range.rows(), count, pool, range.tasks(), limits)) {
            sorting.accept(sort);
        }
    }

    /// The ranks of values that are not null, int32 from 0 on; those that sort alike share one. To be closed by the
    /// caller.
    ///
    /// @throws IllegalArgumentException if there are more than 2^31 - 1
    public static Buffer ranks(Column values, MemoryPool pool) {
        try (Buffer rows = argsort(List.of(values), List.of(SortDirection.ASCENDING), values.length(), pool)) {
            return pool.filled(
                    values.length() * Integer.BYTES,
                    PURPOSE,
                    ranks -> rank(values, Ints.of(rows.segment()), Ints.of(ranks)));
        }
    }

    private static void rank(Column values, Ints rows, Ints ranks) {
        ColumnComparator order = ColumnComparator.of(values, SortDirection.ASCENDING);
        int rank = 0;
        int before = 0;
        for (int place = 0; place < values.length(); place++) {
            int row = rows.get(place);
            rank += place > 0 && order.compare(before, row) != 0 ? 1 : 0;
            ranks.put(row, rank);
            before = row;
        }
    }

    /// The rows of a table in the order of sort keys, as a new table.
    public static Table sort(Table table, List<Column> keys, List<SortDirection> directions, MemoryPool pool) {
        try (Buffer rows = argsort(keys, directions, table.rowCount(), pool)) {
            return Take.rows(table, rows.segment(), table.rowCount(), pool);
        }
    }

    /// Whether these row numbers, int32, are those from 0 on: what they number is in order already.
    public static boolean areInPlace(MemorySegment rows, long count) {
        Ints numbers = Ints.of(rows);
        boolean inPlace = true;
        for (long i = 0; inPlace && i < count; i++) {
            inPlace = numbers.get(i) == i;
        }
        return inPlace;
    }

    private static int checkedCount(long rowCount) {
        if (rowCount > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("cannot sort " + rowCount + " rows at once; sort at most 2^31 - 1");
        }
        return (int) rowCount;
    }

    /// Writes the numbers from 0 to `count - 1`, int32.
    static void number(MemorySegment rows, int count) {
        Ints numbers = Ints.of(rows);
        for (int i = 0; i < count; i++) {
            numbers.put(i, i);
        }
    }
}
