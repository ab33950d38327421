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
import dev.sheaf.memory.RunMemory;
import dev.sheaf.memory.RunPlaces;
import dev.sheaf.order.RowHash;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import java.util.Arrays;

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
        RunMemory some = left.runs();
        RunMemory others = right.runs();
        RunPlaces places = new RunPlaces(others, BLOCK_PAIRS);
        int kept = 0;
        for (int first = 0; first < pairs.count(); first += BLOCK_PAIRS) {
            int count = Math.min(BLOCK_PAIRS, pairs.count() - first);
            places.find(Arrays.copyOfRange(pairs.right(), first, first + count), count);
            for (int i = first; i < first + count; i++) {
                kept = pairs.move(i, kept, some.compare(pairs.left()[i], others, pairs.right()[i]) == 0);
            }
        }
        pairs.cut(kept);
    }
}
