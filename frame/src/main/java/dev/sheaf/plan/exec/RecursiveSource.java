package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.PlanRewrite;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.plan.physical.join.DistinctRows;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.StoredBatches;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /// The query as it is in this run, whose parts that read its rows are its own.
    private final WorkingRows working;

    private final LogicalPlan step;

    /// What the step keeps for several readers and has to make anew each time, since it reads the rows before.
    private final Set<KeptQuery> changing;

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
        this.step = new PlanRewrite(node -> own(node, rows)).apply(repeated);
        this.changing = kept(step);
        changing.removeAll(kept(repeated));
        this.seen = distinct ? new DistinctRows(all, context) : null;
    }

    private LogicalPlan own(LogicalPlan node, WorkingRows others) {
        return node instanceof LogicalPlan.Scan(var dataset, List<String> read, var _) && dataset == others
                ? new LogicalPlan.Scan(working, read, Optional.empty())
                : node;
    }

    private static Set<KeptQuery> kept(LogicalPlan plan) {
        Set<KeptQuery> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        addKept(plan, kept, Collections.newSetFromMap(new IdentityHashMap<>()));
        return kept;
    }

    private static void addKept(LogicalPlan plan, Set<KeptQuery> kept, Set<LogicalPlan> visited) {
        if (!visited.add(plan)) {
            return;
        }
        if (plan instanceof LogicalPlan.Scan scan && scan.dataset() instanceof QueryDataset dataset) {
            if (dataset instanceof KeptQuery one) {
                kept.add(one);
            }
            dataset.queries().forEach(inner -> addKept(inner, kept, visited));
        }
        plan.inputs().forEach(input -> addKept(input, kept, visited));
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
        StoredBatches made = stored(rows == null ? first : step);
        closeRows();
        rows = made;
        working.set(made);
        present = new PickedColumns(made, columns);
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
            changing.forEach(context.shared()::drop);
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
