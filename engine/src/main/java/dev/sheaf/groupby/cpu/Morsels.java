package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/// Pulls batches, cuts them into morsels and filters these. Several threads may pull at once.
final class Morsels {
    /// Rows of a morsel: large enough to amortise a pass, small enough that its columns stay in the second-level
    /// cache from one pass to the next.
    private static final int ROWS = 1 << 16;

    /// Rows of a morsel for which columns are computed: those, too, stay in the second-level cache then.
    private static final int COMPUTED_ROWS = 1 << 14;

    private final BatchSource input;
    private final GroupByPlan plan;
    private final QueryContext context;
    private final AtomicLong rowsRead = new AtomicLong();
    private final LongAdder rowsMarked = new LongAdder();
    private final LongAdder rowsTaken = new LongAdder();

    Morsels(BatchSource input, GroupByPlan plan, QueryContext context) {
        this.input = input;
        this.plan = plan;
        this.context = context;
    }

    /// Hands morsels to `consumer` until the input ends. Morsels are closed when it returns.
    void forEach(Consumer<Morsel> consumer) {
        Filtering filtering = new Filtering(plan, context);
        while (true) {
            try (Batch batch = next()) {
                if (batch == null) {
                    rowsMarked.add(filtering.rowsMarked);
                    rowsTaken.add(filtering.rowsTaken);
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

    /// How rows that fail the filter were left out; empty if there is no filter.
    Optional<Explanation> explain() {
        if (plan.filter().isEmpty()) {
            return Optional.empty();
        }
        int percent = CpuSettings.of(context.settings()).markFromPercent();
        String rows = "of " + (rowsMarked.sum() + rowsTaken.sum()) + " rows in morsels where some failed the filter, "
                + rowsMarked.sum() + " were in morsels where at least " + percent + " % passed it";
        return Optional.of(
                rowsMarked.sum() > rowsTaken.sum()
                        ? new Explanation("rows that fail the filter stay, marked", rows, List.of("copies of the rest"))
                        : new Explanation("rows that pass the filter are copied", rows, List.of("marks on the rest")));
    }

    /// Hands the morsels of one batch to `consumer`, and closes them when it returns.
    static void cut(Batch batch, GroupByPlan plan, QueryContext context, Consumer<Morsel> consumer) {
        new Filtering(plan, context).cut(batch, consumer);
    }

    /// One thread's way from batches to morsels.
    private static final class Filtering {
        private final GroupByPlan plan;
        private final QueryContext context;
        private final int morselRows;
        private final int markPercent;
        private final BitSet columnsRead;
        private final int[] selected;
        private final long[] passed;
        private long rowsMarked;
        private long rowsTaken;

        Filtering(GroupByPlan plan, QueryContext context) {
            this.plan = plan;
            this.context = context;
            this.morselRows = context.batchRows(plan.computes() ? COMPUTED_ROWS : ROWS);
            this.markPercent =
                    plan.takesSomeRows() ? CpuSettings.of(context.settings()).markFromPercent() : Integer.MAX_VALUE;
            this.columnsRead = plan.columnsRead();
            this.selected = new int[plan.filter().isPresent() ? COMPUTED_ROWS : 0];
            this.passed = new long[selected.length / Long.SIZE];
        }

        void cut(Batch batch, Consumer<Morsel> consumer) {
            for (long start = 0; start < batch.rowCount(); start += morselRows) {
                long rows = Math.min(morselRows, batch.rowCount() - start);
                try (Table part = batch.table().slice(start, rows)) {
                    if (plan.filter().isPresent()) {
                        filter(plan.filter().get(), part, batch.firstRow() + start, consumer);
                    } else {
                        consumer.accept(new Morsel(part, batch.firstRow() + start, null, null));
                    }
                }
            }
        }

        private void filter(RowFilter condition, Table part, long firstRow, Consumer<Morsel> consumer) {
            int count;
            try (var _ = context.phases().time(Phase.EVALUATE)) {
                count = condition.mark(part, passed, context.pool());
            }
            int rows = (int) part.rowCount();
            if (count == rows) {
                consumer.accept(new Morsel(part, firstRow, null, null));
            } else if (count * 100L >= (long) rows * markPercent) {
                rowsMarked += rows;
                consumer.accept(new Morsel(part, firstRow, null, passed));
            } else {
                rowsTaken += rows;
                take(part, firstRow, consumer);
            }
        }

        private void take(Table part, long firstRow, Consumer<Morsel> consumer) {
            int words = ((int) part.rowCount() + Long.SIZE - 1) / Long.SIZE;
            int count = RowFilter.rows(passed, words, selected);
            if (count > 0) {
                try (Table kept = Take.rows(part, columnsRead, selected, count, context.pool())) {
                    consumer.accept(new Morsel(kept, firstRow, selected, null));
                }
            }
        }
    }
}
