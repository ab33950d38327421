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

    private final BatchSource input;
    private final Optional<RowFilter> filter;
    private final QueryContext context;
    private final AtomicLong rowsRead = new AtomicLong();

    Morsels(BatchSource input, Optional<RowFilter> filter, QueryContext context) {
        this.input = input;
        this.filter = filter;
        this.context = context;
    }

    /// Hands morsels to `consumer` until the input ends. Morsels are closed when it returns.
    void forEach(Consumer<Morsel> consumer) {
        int[] selected = new int[filter.isPresent() ? ROWS : 0];
        while (true) {
            try (Batch batch = next()) {
                if (batch == null) {
                    return;
                }
                cut(batch, selected, consumer);
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

    private void cut(Batch batch, int[] selected, Consumer<Morsel> consumer) {
        cut(batch, filter, selected, context, consumer);
    }

    /// Hands the morsels of one batch to `consumer`, and closes them when it returns.
    static void cut(Batch batch, Optional<RowFilter> filter, QueryContext context, Consumer<Morsel> consumer) {
        cut(batch, filter, new int[filter.isPresent() ? ROWS : 0], context, consumer);
    }

    private static void cut(
            Batch batch, Optional<RowFilter> filter, int[] selected, QueryContext context, Consumer<Morsel> consumer) {
        for (long start = 0; start < batch.rowCount(); start += ROWS) {
            long rows = Math.min(ROWS, batch.rowCount() - start);
            try (Table part = batch.table().slice(start, rows)) {
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
