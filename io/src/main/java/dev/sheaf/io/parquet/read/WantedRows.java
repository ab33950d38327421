package dev.sheaf.io.parquet.read;

import dev.sheaf.io.parquet.meta.BloomFilter;
import dev.sheaf.io.parquet.meta.PageBounds;
import dev.sheaf.io.parquet.meta.PageLocations;
import dev.sheaf.io.parquet.meta.RowGroupTask;
import dev.sheaf.query.bounds.Pruning;
import dev.sheaf.query.bounds.ValueBounds;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/// The rows of a row group that may pass a condition, by the bounds of its pages.
///
/// ```
///   a   | page 0      | page 1            |         pages of the columns of the condition
///   b   | page 0 | page 1     | page 2    |
///       |   +    |    |   +   |     +     |         stretches of rows, for each of which the condition is asked
/// ```
final class WantedRows {
    private final long rows;
    private final long[] starts;
    private final boolean[] wanted;

    private WantedRows(long rows, long[] starts, boolean[] wanted) {
        this.rows = rows;
        this.starts = starts;
        this.wanted = wanted;
    }

    /// All rows.
    static WantedRows all(long rows) {
        return new WantedRows(rows, new long[] {0}, new boolean[] {true});
    }

    /// No row.
    static WantedRows none(long rows) {
        return new WantedRows(rows, new long[] {0}, new boolean[] {false});
    }

    /// Reads the Bloom filters and page indexes of the columns that may decide; without any, all rows are wanted.
    static WantedRows of(Pruning pruning, RowGroupTask task, FileChannel channel) {
        if (hasBloomFilter(pruning, task)) {
            try (RowGroupValues values = new RowGroupValues(task, channel)) {
                if (!pruning.mayMatch(values)) {
                    return none(task.rowCount());
                }
            }
        }
        Map<String, PageBounds> indexes = new HashMap<>();
        for (String column : pruning.columns()) {
            PageBounds.of(task, channel, column).ifPresent(bounds -> indexes.put(column, bounds));
        }
        if (indexes.isEmpty()) {
            return all(task.rowCount());
        }
        long[] starts = starts(indexes);
        boolean[] wanted = new boolean[starts.length];
        for (int i = 0; i < starts.length; i++) {
            long row = starts[i];
            wanted[i] = pruning.mayMatch(column -> {
                PageBounds bounds = indexes.get(column);
                return bounds == null ? task.bounds(column) : at(bounds, row);
            });
        }
        return new WantedRows(task.rowCount(), starts, wanted);
    }

    private static boolean hasBloomFilter(Pruning pruning, RowGroupTask task) {
        for (String column : pruning.columns()) {
            if (BloomFilter.isThere(task, column)) {
                return true;
            }
        }
        return false;
    }

    private static long[] starts(Map<String, PageBounds> indexes) {
        TreeSet<Long> starts = new TreeSet<>();
        for (PageBounds bounds : indexes.values()) {
            PageLocations locations = bounds.locations();
            for (int page = 0; page < locations.pages(); page++) {
                starts.add(locations.firstRow(page));
            }
        }
        return starts.stream().mapToLong(Long::longValue).toArray();
    }

    private static ValueBounds at(PageBounds bounds, long row) {
        return bounds.pages().get(bounds.locations().pageOf(row));
    }

    boolean isNone() {
        for (boolean each : wanted) {
            if (each) {
                return false;
            }
        }
        return true;
    }

    boolean isAll() {
        for (boolean each : wanted) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /// Which of the `count` rows from `first` on are wanted.
    RowChoice choice(long first, int count) {
        int[] chosen = isAll() || isNone() ? new int[0] : new int[count];
        int some = 0;
        for (int i = stretch(first); !isAll() && i < starts.length && starts[i] < first + count; i++) {
            long end = Math.min(first + count, i + 1 < starts.length ? starts[i + 1] : rows);
            for (long row = Math.max(first, starts[i]); wanted[i] && row < end; row++) {
                chosen[some++] = (int) (row - first);
            }
        }
        return isAll() || some == count ? RowChoice.all(count) : RowChoice.of(count, chosen, some);
    }

    private int stretch(long row) {
        int found = Arrays.binarySearch(starts, row);
        return found >= 0 ? found : -found - 2;
    }
}
