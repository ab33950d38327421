package dev.sheaf.plan.physical.join;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.order.RowHash;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;

/// Compares one key of pairs of rows that share a hash. Numbers of at most 8 bytes and texts that lie in plain columns
/// are compared where they lie; any others are gathered, and compared as `EQUAL` compares.
///
/// @param inPlace whether no row of a pair has a null
record KeyEquality(int left, int right, boolean inPlace, PairColumns columns, RowFilter filter) {

    static KeyEquality of(ExtraColumns leftKeys, ExtraColumns rightKeys, int key, boolean nullSafe) {
        PairColumns.Builder columns = new PairColumns.Builder();
        String first = columns.left(leftKeys, key);
        String second = columns.right(rightKeys, key);
        PairColumns both = columns.build();
        RowFilter filter = RowFilter.compile(HashedKeys.equal(col(first), col(second), nullSafe), both.schema());
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

    private static void keepEqual(FixedColumn left, FixedColumn right, RowPairs pairs) {
        MemorySegment some = left.segment();
        MemorySegment others = right.segment();
        Layout layout = left.type().layout();
        int kept = 0;
        for (int pair = 0; pair < pairs.count(); pair++) {
            long value = RowHash.fixed(some, layout, pairs.left()[pair]);
            boolean same = value == RowHash.fixed(others, layout, pairs.right()[pair]);
            kept = pairs.move(pair, kept, same);
        }
        pairs.cut(kept);
    }

    private static void keepEqual(VarColumn left, VarColumn right, RowPairs pairs) {
        MemorySegment some = left.segment();
        MemorySegment others = right.segment();
        int kept = 0;
        for (int pair = 0; pair < pairs.count(); pair++) {
            int row = pairs.left()[pair];
            int partner = pairs.right()[pair];
            long from = left.offsets().start(row);
            long to = left.offsets().start(row + 1L);
            long start = right.offsets().start(partner);
            long end = right.offsets().start(partner + 1L);
            boolean same = to - from == end - start && MemorySegment.mismatch(some, from, to, others, start, end) < 0;
            kept = pairs.move(pair, kept, same);
        }
        pairs.cut(kept);
    }
}
