package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.eval.KeptResults;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Pulls batches, cuts them into morsels and filters these. Several threads may pull at once.
final class Morsels {
    /// Rows of a morsel: large enough to amortise a pass, small enough that its columns stay in the second-level
    /// cache from one pass to the next.
    private static final int ROWS = 1 << 16;

    /// So many rows are copied at a time, however long their texts are.
    private static final int LEAST_ROWS = 64;

    private final BatchSource input;
    private final GroupByPlan plan;
    private final KeptResults results;
    private final QueryContext context;
    private final AtomicLong rowsRead = new AtomicLong();

    /// What expressions give for dictionaries is kept in `results`.
    Morsels(BatchSource input, GroupByPlan plan, KeptResults results, QueryContext context) {
        this.input = input;
        this.plan = plan;
        this.results = results;
        this.context = context;
    }

    /// Hands morsels to `consumer` until the input ends. Morsels are closed when it returns.
    void forEach(Consumer<Morsel> consumer) {
        Filtering filtering = new Filtering(plan, results, context);
        while (true) {
            try (Batch batch = next()) {
                if (batch == null) {
                    return;
                }
                filtering.cut(batch, consumer);
                long done = rowsRead.addAndGet(batch.rowCount());
                context.progress()
                        .progress("group by", done, input.stats().rowCount().orElse(-1));
            }
        }
    }

    private @org.jspecify.annotations.Nullable Batch next() {
        context.checkCancelled();
        try (var timer = context.phases().time(Phase.READ)) {
            Batch batch = input.next(context);
            timer.rows(batch == null ? 0 : batch.rowCount());
            return batch;
        }
    }

    /// Hands the morsels of one batch to `consumer`, and closes them when it returns.
    static void cut(Batch batch, GroupByPlan plan, QueryContext context, Consumer<Morsel> consumer) {
        try (KeptResults results = new KeptResults()) {
            new Filtering(plan, results, context).cut(batch, consumer);
        }
    }

    /// One thread's way from batches to morsels.
    private static final class Filtering {
        private final GroupByPlan plan;
        private final KeptResults results;
        private final QueryContext context;
        private final int morselRows;
        private final BitSet columnsRead;
        private final int[] selected;
        private final long[] passed;

        Filtering(GroupByPlan plan, KeptResults results, QueryContext context) {
            this.plan = plan;
            this.results = results;
            this.context = context;
            this.morselRows = context.batchRows(ROWS);
            this.columnsRead = plan.columnsRead();
            this.selected = new int[plan.filter().isPresent() ? morselRows : 0];
            this.passed = new long[(selected.length + Long.SIZE - 1) / Long.SIZE];
        }

        void cut(Batch batch, Consumer<Morsel> consumer) {
            for (long start = 0; start < batch.rowCount(); start += morselRows) {
                long rows = Math.min(morselRows, batch.rowCount() - start);
                try (Table part = batch.table().slice(start, rows)) {
                    if (plan.filter().isPresent()) {
                        filter(plan.filter().get(), part, batch.firstRow() + start, consumer);
                    } else {
                        consumer.accept(new Morsel(part, batch.firstRow() + start, null, results));
                    }
                }
            }
        }

        private void filter(RowFilter condition, Table part, long firstRow, Consumer<Morsel> consumer) {
            int count;
            try (var _ = context.phases().time(Phase.EVALUATE)) {
                count = condition.mark(part, passed, context.pool(), results);
            }
            if (count == part.rowCount()) {
                consumer.accept(new Morsel(part, firstRow, null, results));
            } else {
                take(part, firstRow, consumer);
            }
        }

        private void take(Table part, long firstRow, Consumer<Morsel> consumer) {
            int words = ((int) part.rowCount() + Long.SIZE - 1) / Long.SIZE;
            int count = RowFilter.rows(passed, words, selected);
            int atOnce = rowsAtOnce(new Morsel(part, firstRow, null, results).textBytes(), count);
            for (int from = 0; from < count; from += atOnce) {
                int rows = Math.min(atOnce, count - from);
                int[] taken = rows == count ? selected : Arrays.copyOfRange(selected, from, from + rows);
                try (Table kept = Take.rows(part, columnsRead, taken, rows, context.pool())) {
                    consumer.accept(new Morsel(kept, firstRow, taken, results));
                }
            }
        }

        /// Of `count` rows as many as are copied at a time: all, if a part with so many bytes of text takes at most a
        /// quarter of the thread's share of what is free.
        private int rowsAtOnce(long textBytes, int count) {
            long free = context.pool().limitBytes() - context.pool().usedBytes();
            double share = Math.max(0, free) / (4.0 * context.threads());
            return textBytes <= share ? count : Math.max(LEAST_ROWS, (int) (count * (share / textBytes)));
        }
    }
}
