package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.expr.RowFilter;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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

    Morsels(BatchSource input, GroupByPlan plan, QueryContext context) {
        this.input = input;
        this.plan = plan;
        this.context = context;
    }

    /// Hands morsels to `consumer` until the input ends. Morsels are closed when it returns.
    void forEach(Consumer<Morsel> consumer) {
        int[] selected = selection(plan);
        while (true) {
            try (Batch batch = next()) {
                if (batch == null) {
                    return;
                }
                cut(batch, plan, selected, context, consumer);
                long done = rowsRead.addAndGet(batch.rowCount());
                context.progress()
                        .progress("group by", done, input.stats().rowCount().orElse(-1));
            }
        }
    }

    private @org.jspecify.annotations.Nullable Batch next() {
        context.checkCancelled();
        try (var _ = context.phases().time(Phase.READ)) {
            return input.next(context);
        }
    }

    /// Hands the morsels of one batch to `consumer`, and closes them when it returns.
    static void cut(Batch batch, GroupByPlan plan, QueryContext context, Consumer<Morsel> consumer) {
        cut(batch, plan, selection(plan), context, consumer);
    }

    private static int[] selection(GroupByPlan plan) {
        return new int[plan.filter().isPresent() ? COMPUTED_ROWS : 0];
    }

    private static void cut(
            Batch batch, GroupByPlan plan, int[] selected, QueryContext context, Consumer<Morsel> consumer) {
        Optional<RowFilter> filter = plan.filter();
        int rows = plan.computes() ? COMPUTED_ROWS : ROWS;
        for (long start = 0; start < batch.rowCount(); start += rows) {
            try (Table part = batch.table().slice(start, Math.min(rows, batch.rowCount() - start))) {
                if (filter.isPresent()) {
                    filter(filter.get(), part, batch.firstRow() + start, selected, context, consumer);
                } else {
                    consumer.accept(new Morsel(part, batch.firstRow() + start, null));
                }
            }
        }
    }

    private static void filter(
            RowFilter condition,
            Table part,
            long firstRow,
            int[] selected,
            QueryContext context,
            Consumer<Morsel> consumer) {
        int count;
        try (var _ = context.phases().time(Phase.EVALUATE)) {
            count = condition.select(part, selected, context.pool());
        }
        if (count == part.rowCount()) {
            consumer.accept(new Morsel(part, firstRow, null));
        } else if (count > 0) {
            try (Table kept = Take.rows(part, selected, count, context.pool())) {
                consumer.accept(new Morsel(kept, firstRow, selected));
            }
        }
    }
}
