package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Some columns of the rows of a table for which a condition is true, as [FilterStep] gives them; besides, the bit of
/// each such row is set in `marks`. Cost: an atomic or two for 64 rows of the table.
///
/// @param marks a bit for each row of the table, lowest first, in whole words; zeros before
record MarkedSource(BatchSource input, RowFilter condition, List<String> columns, Schema schema, Buffer marks)
        implements BatchSource {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    @Override
    public SourceStats stats() {
        return PlanStats.filtered(input.stats());
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        Batch batch = input.next(context);
        if (batch == null) {
            return null;
        }
        try (batch;
                var _ = context.phases().time(Phase.EVALUATE)) {
            return new Batch(kept(batch, context.pool()), batch.firstRow());
        }
    }

    private Table kept(Batch batch, MemoryPool pool) {
        int rows = Math.toIntExact(batch.rowCount());
        long[] bits = new long[(rows + Long.SIZE - 1) / Long.SIZE];
        int count = condition.mark(batch.table(), bits, pool);
        mark(batch.firstRow(), bits);
        try (Table all = batch.table().select(columns)) {
            if (count == rows) {
                return all.retain();
            }
            int[] numbers = new int[count];
            RowFilter.rows(bits, bits.length, numbers);
            return Take.rows(all, numbers, count, pool);
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

    @Override
    public long lowestNextRow() {
        return input.lowestNextRow();
    }

    @Override
    public void close() {
        input.close();
    }
}
