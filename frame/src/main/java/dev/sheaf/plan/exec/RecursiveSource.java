package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.physical.join.DistinctRows;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.StoredBatches;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One run of a query that reads itself. Whoever pulls after the last row of a step runs the next one, on the threads
/// of the query, while others wait.
final class RecursiveSource implements BatchSource {
    /// The rows of a step may stay in memory up to this part of what is free.
    private static final int KEPT_PART = 4;

    private final LogicalPlan first;
    private final Schema all;
    private final Schema schema;
    private final List<String> columns;
    private final QueryContext context;

    private final WorkingRows working;
    private final RecursionStep step;
    private final @Nullable DistinctRows seen;
    private @Nullable StoredBatches rows;
    private @Nullable BatchSource present;
    private long base;
    private long end;
    private boolean ended;

    RecursiveSource(
            WorkingRows rows,
            LogicalPlan first,
            LogicalPlan repeated,
            boolean distinct,
            List<String> columns,
            QueryContext context) {
        this.first = first;
        this.all = rows.schema();
        this.columns = columns;
        this.context = context;
        this.schema = all.select(columns);
        this.working = rows.ofRun();
        this.step = RecursionStep.of(repeated, Map.of(rows, working));
        this.seen = distinct ? new DistinctRows(all, context) : null;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public synchronized @Nullable Batch next(QueryContext pulling) {
        while (!ended) {
            pulling.checkCancelled();
            BatchSource source = present;
            Batch batch = source == null ? null : source.next(pulling);
            if (batch != null) {
                end = Math.max(end, base + batch.firstRow() + batch.rowCount());
                return new Batch(batch.table(), base + batch.firstRow());
            }
            advance();
        }
        return null;
    }

    /// Runs the first query or the next step.
    private void advance() {
        StoredBatches made = stored(rows == null ? first : step.plan());
        closeRows();
        rows = made;
        working.set(made);
        present = new ProjectedSource(made, columns);
        base = end;
        ended = made.isEmpty();
    }

    private StoredBatches stored(LogicalPlan plan) {
        long free = Math.max(0, context.pool().limitBytes() - context.pool().usedBytes());
        StoredBatches stored = new StoredBatches(all, free / KEPT_PART, context);
        try {
            store(plan, stored);
            return stored;
        } catch (RuntimeException | Error failure) {
            stored.close();
            throw failure;
        } finally {
            step.drop(context);
        }
    }

    private void store(LogicalPlan plan, StoredBatches stored) {
        if (seen == null) {
            try (BatchSource source = Executor.execute(plan, context)) {
                RowKeeper.store(source, stored, context);
            }
            return;
        }
        try (Table distinct = Executor.collect(new LogicalPlan.Distinct(plan), context);
                Table unseen = seen.unseen(distinct)) {
            if (unseen.rowCount() > 0) {
                stored.append(new Batch(unseen, 0), 0);
            }
        }
    }

    private void closeRows() {
        if (present != null) {
            present.close();
            present = null;
        }
        if (rows != null) {
            rows.close();
            rows = null;
        }
    }

    @Override
    public synchronized void close() {
        ended = true;
        closeRows();
        if (seen != null) {
            seen.close();
        }
    }
}
