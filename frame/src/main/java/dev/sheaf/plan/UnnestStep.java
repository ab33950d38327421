package dev.sheaf.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Gives each element of a list column a row of its own. The rows are numbered anew afterwards, by a
/// [RangeSource], since there may be more of them than before.
record UnnestStep(int index, Schema schema) implements BatchStep {
    private static final String PURPOSE = "unnest";

    /// In a row number to gather: the result is null.
    private static final int NULL_ROW = -1;

    @Override
    public Table apply(Table batch, QueryContext context) {
        ListColumn lists = (ListColumn) batch.column(index);
        long count = resultRows(lists);
        List<Column> columns = new ArrayList<>();
        try (Buffer rows = context.pool().allocate(count * Integer.BYTES, PURPOSE);
                Buffer elements = context.pool().allocate(count * Integer.BYTES, PURPOSE)) {
            number(lists, rows.segment(), elements.segment());
            for (int i = 0; i < batch.columnCount(); i++) {
                columns.add(
                        i == index
                                ? Take.rows(lists.elements(), elements.segment(), count, context.pool())
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

    /// For each result row the number of its input row and of its element.
    private static void number(ListColumn lists, MemorySegment rows, MemorySegment elements) {
        long at = 0;
        for (long row = 0; row < lists.length(); row++) {
            long size = size(lists, row);
            long start = lists.offsets().start(row);
            for (long i = 0; i < Math.max(1, size); i++, at++) {
                rows.setAtIndex(ValueLayout.JAVA_INT, at, (int) row);
                elements.setAtIndex(ValueLayout.JAVA_INT, at, size == 0 ? NULL_ROW : Math.toIntExact(start + i));
            }
        }
    }
}
