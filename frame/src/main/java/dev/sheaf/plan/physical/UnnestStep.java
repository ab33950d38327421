package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;

/// Gives each element of a list column a row of its own. The rows are numbered anew afterwards, by a
/// [RangeSource], since there may be more of them than before.
record UnnestStep(int index, Schema schema) implements BatchStep {
    private static final String PURPOSE = "unnest";

    /// In a row number to gather: the result is null.
    private static final int NULL_ROW = -1;

    @Override
    public Table apply(Batch all, QueryContext context) {
        Table batch = all.table();
        ListColumn lists = (ListColumn) batch.column(index);
        long count = resultRows(lists);
        List<Column> columns = new ArrayList<>();
        try (Buffer rows = context.pool().allocate(count * Integer.BYTES, PURPOSE)) {
            numberRows(lists, Ints.of(rows.segment()));
            for (int i = 0; i < batch.columnCount(); i++) {
                columns.add(
                        i == index
                                ? elements(lists, count, context.pool())
                                : Take.rows(batch.column(i), rows.segment(), count, context.pool()));
            }
            return new Table(schema, columns, count);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private static long resultRows(ListColumn lists) {
        long count = 0;
        for (long row = 0; row < lists.length(); row++) {
            count += Math.max(1, size(lists, row));
        }
        return count;
    }

    private static long size(ListColumn lists, long row) {
        return lists.isNull(row) ? 0 : lists.offsets().size(row);
    }

    /// The elements as they lie, shared, if no list is null or empty; else a copy that has nulls for those.
    private static Column elements(ListColumn lists, long count, MemoryPool pool) {
        if (count > 0
                && lists.validity().allValid()
                && lists.offsets().start(lists.length()) - lists.offsets().start(0) == count) {
            return lists.elements().slice(lists.offsets().start(0), count);
        }
        try (Buffer elements = pool.allocate(count * Integer.BYTES, PURPOSE)) {
            numberElements(lists, Ints.of(elements.segment()));
            return Take.rows(lists.elements(), elements.segment(), count, pool);
        }
    }

    /// For each result row the number of its input row.
    private static void numberRows(ListColumn lists, Ints rows) {
        long at = 0;
        for (long row = 0; row < lists.length(); row++) {
            for (long end = at + Math.max(1, size(lists, row)); at < end; at++) {
                rows.put(at, (int) row);
            }
        }
    }

    /// For each result row the number of its element.
    private static void numberElements(ListColumn lists, Ints elements) {
        long at = 0;
        for (long row = 0; row < lists.length(); row++) {
            long size = size(lists, row);
            long start = lists.offsets().start(row);
            for (long i = 0; i < Math.max(1, size); i++, at++) {
                elements.put(at, size == 0 ? NULL_ROW : Math.toIntExact(start + i));
            }
        }
    }
}
