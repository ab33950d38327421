package dev.sheaf.plan.physical.join;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.order.RowHash;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Compares one key of pairs of rows that share a hash. Numbers of at most 8 bytes and texts that lie in plain columns
/// are compared where they lie; any others are gathered, and compared as `EQUAL` compares.
///
/// @param inPlace whether no row of a pair has a null
record KeyEquality(int left, int right, boolean inPlace, PairColumns columns, RowFilter filter) {
    private static final int BLOCK_PAIRS = 256;

    static KeyEquality of(ExtraColumns leftKeys, ExtraColumns rightKeys, int key, boolean nullSafe) {
        PairColumns.Builder columns = new PairColumns.Builder();
        String first = columns.left(leftKeys, key);
        String second = columns.right(rightKeys, key);
        PairColumns both = columns.build();
        RowFilter filter = RowFilter.compile(
                Expressions.call(nullSafe ? Function.IS_NOT_DISTINCT_FROM : Function.EQUAL, col(first), col(second)),
                both.schema());
        return new KeyEquality(
                leftKeys.schema().indexOf(leftKeys.name(key)),
                rightKeys.schema().indexOf(rightKeys.name(key)),
                !nullSafe,
                both,
                filter);
    }

    /// Leaves out the pairs whose keys differ.
    void keepEqual(Table leftRows, Table rightRows, RowPairs pairs, QueryContext context) {
        Column first = leftRows.column(left);
        Column second = rightRows.column(right);
        if (inPlace
                && first instanceof FixedColumn some
                && second instanceof FixedColumn others
                && some.type().layout() == others.type().layout()
                && RowHash.isExact(some.type())) {
            keepEqual(some, others, pairs);
        } else if (inPlace && first instanceof VarColumn some && second instanceof VarColumn others) {
            keepEqual(some, others, pairs);
        } else if (pairs.count() > 0) {
            try (Table table = columns.gather(leftRows, rightRows, pairs, context.pool())) {
                int[] kept = new int[pairs.count()];
                pairs.keep(kept, filter.select(table, kept, context.pool()));
            }
        }
    }

    /// A block of pairs at a time, so that the waits for the numbers of the right side overlap.
    private static void keepEqual(FixedColumn left, FixedColumn right, RowPairs pairs) {
        Layout layout = left.type().layout();
        long[] some = new long[Math.min(BLOCK_PAIRS, pairs.count())];
        long[] others = new long[some.length];
        int kept = 0;
        for (int first = 0; first < pairs.count(); first += BLOCK_PAIRS) {
            int count = Math.min(BLOCK_PAIRS, pairs.count() - first);
            RowHash.fixed(left.segment(), layout, pairs.left(), first, some, count);
            RowHash.fixed(right.segment(), layout, pairs.right(), first, others, count);
            for (int i = 0; i < count; i++) {
                kept = pairs.move(first + i, kept, some[i] == others[i]);
            }
        }
        pairs.cut(kept);
    }

    /// A block of pairs at a time, so that the waits for the texts of the right side overlap.
    private static void keepEqual(VarColumn left, VarColumn right, RowPairs pairs) {
        long[] starts = new long[Math.min(BLOCK_PAIRS, pairs.count())];
        long[] sizes = new long[starts.length];
        int kept = 0;
        for (int first = 0; first < pairs.count(); first += BLOCK_PAIRS) {
            int count = Math.min(BLOCK_PAIRS, pairs.count() - first);
            find(right, pairs.right(), first, count, starts, sizes);
            for (int i = 0; i < count; i++) {
                boolean same = isSame(left, pairs.left()[first + i], right.segment(), starts[i], sizes[i]);
                kept = pairs.move(first + i, kept, same);
            }
        }
        pairs.cut(kept);
    }

    /// Finds where texts lie, and reads a byte of each.
    private static void find(VarColumn column, int[] rows, int first, int count, long[] starts, long[] sizes) {
        MemorySegment bytes = column.segment();
        for (int i = 0; i < count; i++) {
            starts[i] = column.offsets().start(rows[first + i]);
            sizes[i] = column.offsets().start(rows[first + i] + 1L) - starts[i];
        }
        long last = bytes.byteSize() - 1;
        byte read = 0;
        for (int i = 0; i < count && last >= 0; i++) {
            read |= bytes.get(ValueLayout.JAVA_BYTE, Math.min(starts[i], last));
        }
        // Never so: no size is below zero. The bytes are read all the same.
        sizes[0] |= read == 0 ? 0 : sizes[0] >> (Long.SIZE - 1);
    }

    private static boolean isSame(VarColumn left, int row, MemorySegment others, long start, long size) {
        long from = left.offsets().start(row);
        if (left.offsets().start(row + 1L) - from != size) {
            return false;
        }
        return size < Long.BYTES
                ? MemorySegment.mismatch(left.segment(), from, from + size, others, start, start + size) < 0
                : ByteRuns.same(left.segment(), from, others, start, size);
    }
}
