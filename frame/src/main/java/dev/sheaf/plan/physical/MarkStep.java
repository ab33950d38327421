package dev.sheaf.plan.physical;

import dev.sheaf.column.Table;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.Buffer;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.Batch;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;

/// Keeps what [FilterStep] keeps, and sets the bit of each row that it keeps in `marks`. Cost: an atomic or two for 64
/// rows of the table.
///
/// @param marks a bit for each row of the table, lowest first, in whole words; zeros before
record MarkStep(RowFilter condition, List<String> columns, Buffer marks) implements BatchStep {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    @Override
    public Table apply(Batch batch, QueryContext context) {
        try (Table kept = batch.table().select(columns);
                var _ = context.phases().time(Phase.EVALUATE)) {
            long[] bits = new long[Math.toIntExact((batch.rowCount() + Long.SIZE - 1) / Long.SIZE)];
            int count = condition.mark(batch.table(), bits, context.pool());
            mark(batch.firstRow(), bits);
            return RowPick.Picked.marked(bits, count, batch.rowCount()).all(kept, context.pool());
        }
    }

    /// Batches may begin inside of a word, which others write, too.
    private void mark(long firstRow, long[] bits) {
        int shift = (int) (firstRow % Long.SIZE);
        long at = firstRow / Long.SIZE * Long.BYTES;
        for (int word = 0; word < bits.length; word++) {
            or(at + (long) word * Long.BYTES, bits[word] << shift);
            if (shift > 0) {
                or(at + (word + 1L) * Long.BYTES, bits[word] >>> -shift);
            }
        }
    }

    private void or(long at, long bits) {
        if (bits != 0) {
            WORD.getAndBitwiseOr(marks.segment(), at, bits);
        }
    }
}
