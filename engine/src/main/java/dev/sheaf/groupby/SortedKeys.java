package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.order.RowOrder;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Finds the groups of rows whose keys are said to be sorted: one comparison a row, no table of keys.
final class SortedKeys {
    private static final int CHUNK_ROWS = 1 << 16;

    private final Table keys;
    private final List<SortDirection> directions;
    private final boolean keepNulls;
    private final QueryContext context;
    private final RowOrder order;
    private final int rows;

    SortedKeys(Table keys, List<SortDirection> directions, NullKeys nullKeys, QueryContext context) {
        if (directions.size() != keys.columnCount()) {
            throw new IllegalArgumentException("keysSorted names " + directions.size() + " directions for the "
                    + keys.columnCount() + " keys " + keys.schema().names() + "; give one for each key");
        }
        this.keys = keys;
        this.directions = directions;
        this.keepNulls = nullKeys == NullKeys.INCLUDE;
        this.context = context;
        this.order = RowOrder.of(keys.columns(), directions);
        this.rows = Math.toIntExact(keys.rowCount());
    }

    /// Whether rows that are different in the order have different keys, and those of groups are the rows' own:
    /// -0.0 comes out as 0.0, and 30 days come out as a month.
    boolean tellGroupsApart() {
        return keys.columns().stream().noneMatch(column -> column.type().equalsMayDiffer());
    }

    /// Looks at all rows.
    ///
    /// @throws IllegalArgumentException if a row comes before the one above it; says which
    void check() {
        Workers.forEach(context, Math.ceilDiv(rows, CHUNK_ROWS), chunk -> {
            context.checkCancelled();
            int end = (int) Math.min(rows, (chunk + 1L) * CHUNK_ROWS);
            for (int row = Math.max(1, chunk * CHUNK_ROWS); row < end; row++) {
                if (order.compare(row - 1, row) > 0) {
                    throw notSorted(row);
                }
            }
        });
    }

    private IllegalArgumentException notSorted(int row) {
        return new IllegalArgumentException("the keys " + keys.schema().names() + " are said to be sorted " + directions
                + ", but row " + row + " " + values(row) + " comes before row " + (row - 1) + " " + values(row - 1)
                + "; sort the rows, or do not say so");
    }

    private List<String> values(int row) {
        return keys.columns().stream()
                .map(column -> String.valueOf(column.get(row)))
                .toList();
    }

    /// The groups of rows that were checked, in the order of the rows.
    GroupIds ids() {
        Buffer ids = context.pool().allocate((long) rows * Integer.BYTES, "group of each row");
        try (Buffer firsts = context.pool().allocate((long) rows * Integer.BYTES, "group of each row")) {
            int groups = number(ids.segment(), firsts.segment());
            Table groupKeys = Take.rows(keys, firsts.segment(), groups, context.pool());
            return new GroupIds(ids, groupKeys);
        } catch (RuntimeException | Error failure) {
            ids.close();
            throw failure;
        }
    }

    private int number(MemorySegment ids, MemorySegment firsts) {
        List<Column> nullable = new ArrayList<>(keys.columns());
        nullable.removeIf(column -> keepNulls || column.validity().allValid());
        int groups = 0;
        for (int row = 0; row < rows; row++) {
            boolean leftOut = false;
            for (Column column : nullable) {
                leftOut |= column.isNull(row);
            }
            if (!leftOut && (groups == 0 || order.compare(row - 1, row) != 0)) {
                firsts.set(ValueLayout.JAVA_INT, (long) groups << 2, row);
                groups++;
            }
            ids.set(ValueLayout.JAVA_INT, (long) row << 2, leftOut ? -1 : groups - 1);
        }
        return groups;
    }
}
