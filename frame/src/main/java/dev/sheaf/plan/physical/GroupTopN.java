package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.order.RowOrder;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.List;

/// Keeps the first rows of each partition without sorting: each row is compared with the last of the rows kept,
/// and moves up from there. Few rows get that far once a partition has seen some, so that the cost is about one
/// comparison a row.
final class GroupTopN {
    /// Partitions that one task takes: enough to make up for handing it out.
    private static final int PARTITIONS_PER_TASK = 1024;

    private GroupTopN() {}

    /// The rows in input order and their numbers within their partition, under `schema`.
    static Table of(Table table, WindowCall call, int count, Schema schema, QueryContext context) {
        ExtraColumns keyColumns =
                new ExtraColumns(call.orderBy().stream().map(SortKey::expr).toList(), table.schema());
        try (Partitions partitions = Partitions.of(table, call.partitionBy(), List.of(), context);
                Table extended = keyColumns.apply(table, context);
                var _ = context.phases().time(Phase.SORT);
                Buffer numbers = context.pool().allocateZeroed(table.rowCount() * Integer.BYTES, "row numbers")) {
            RowOrder order = RowOrder.of(keyColumns.of(extended), SortRows.directions(call.orderBy()));
            int tasks = Math.ceilDiv(partitions.count(), PARTITIONS_PER_TASK);
            Workers.forEach(context, tasks, task -> {
                int first = task * PARTITIONS_PER_TASK;
                int end = Math.min(partitions.count(), first + PARTITIONS_PER_TASK);
                number(partitions, first, end, order, count, Ints.of(numbers.segment()));
            });
            return numberedRows(table, Ints.of(numbers.segment()), schema, context);
        }
    }

    /// Writes 1, 2, ... for the first `count` rows of each partition and leaves 0 for the others.
    private static void number(Partitions partitions, int first, int end, RowOrder order, int count, Ints numbers) {
        int[] kept = new int[count];
        Ints rows = Ints.of(partitions.rows());
        for (int partition = first; partition < end; partition++) {
            int size = 0;
            long until = partitions.start(partition + 1);
            for (long at = partitions.start(partition); at < until; at++) {
                size = insert(kept, size, rows.get(at), order);
            }
            for (int i = 0; i < size; i++) {
                numbers.put(kept[i], i + 1);
            }
        }
    }

    /// Puts a row, which comes after all that were seen before it, in its place among the rows kept.
    private static int insert(int[] kept, int size, int row, RowOrder order) {
        if (size == kept.length && (size == 0 || order.compare(row, kept[size - 1]) >= 0)) {
            return size;
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(row, kept[middle]) < 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        int newSize = Math.min(size + 1, kept.length);
        System.arraycopy(kept, low, kept, low + 1, newSize - 1 - low);
        kept[low] = row;
        return newSize;
    }

    private static Table numberedRows(Table table, Ints numbers, Schema schema, QueryContext context) {
        long count = countPositive(numbers, table.rowCount());
        Buffer rowNumbers = context.pool().allocate(count * Long.BYTES, "row numbers");
        Column rowNumber = new FixedColumn(DataType.INT64, count, rowNumbers, Validity.allValid(count));
        try (Buffer rows = context.pool().allocate(count * Integer.BYTES, "rows of partitions")) {
            putPositive(numbers, table.rowCount(), Ints.of(rows.segment()), Longs.of(rowNumbers.segment()));
            Table kept = SortRows.gather(table, table.schema(), rows, count, context);
            List<Column> columns = new ArrayList<>(kept.columns());
            columns.add(rowNumber);
            return new Table(schema, columns, count);
        } catch (RuntimeException | Error failure) {
            rowNumber.close();
            throw failure;
        }
    }

    private static void putPositive(Ints numbers, long count, Ints rows, Longs positive) {
        long at = 0;
        for (int row = 0; row < count; row++) {
            int number = numbers.get(row);
            if (number > 0) {
                rows.put(at, row);
                positive.put(at++, number);
            }
        }
    }

    private static long countPositive(Ints numbers, long rows) {
        long count = 0;
        for (long row = 0; row < rows; row++) {
            count += numbers.get(row) > 0 ? 1 : 0;
        }
        return count;
    }
}
