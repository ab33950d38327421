package dev.sheaf.plan.exec;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.StoredBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One run of a query that reads itself and has a row for each key: those of a step replace the rows that have their
/// keys, of several the last one does. Whoever pulls first runs all steps.
///
/// Cost: each step joins its rows with all that there are; these lie in memory.
final class KeyedSource implements BatchSource {
    private final LogicalPlan first;
    private final List<String> keys;
    private final boolean distinct;
    private final Schema all;
    private final List<String> columns;
    private final QueryContext context;
    private final WorkingRows working;
    private final WorkingRows whole;
    private final RecursionStep step;
    private @Nullable StoredBatches made;
    private @Nullable StoredBatches table;
    private @Nullable BatchSource rows;

    /// @param whole the leaf that stands in the step for all rows
    /// @param distinct whether rows that are there already are none of a step
    KeyedSource(
            WorkingRows working,
            WorkingRows whole,
            List<String> keys,
            LogicalPlan first,
            LogicalPlan repeated,
            boolean distinct,
            List<String> columns,
            QueryContext context) {
        this.first = first;
        this.keys = keys;
        this.distinct = distinct;
        this.all = working.schema();
        this.columns = columns;
        this.context = context;
        this.working = working.ofRun();
        this.whole = whole.ofRun();
        this.step = RecursionStep.of(repeated, Map.of(working, this.working, whole, this.whole));
    }

    @Override
    public Schema schema() {
        return all.select(columns);
    }

    @Override
    public synchronized @Nullable Batch next(QueryContext pulling) {
        if (rows == null) {
            run();
            rows = new ProjectedSource(Objects.requireNonNull(table), columns);
        }
        return rows.next(pulling);
    }

    private void run() {
        Table present = Executor.collect(latest(first), context);
        Table changed = present.retain();
        try {
            while (changed.rowCount() > 0) {
                context.checkCancelled();
                set(changed, present);
                Table next = changed(present);
                changed.close();
                changed = next;
                Table merged = merged(present, changed);
                present.close();
                present = merged;
            }
            set(changed, present);
        } finally {
            changed.close();
            present.close();
        }
    }

    /// What the next step reads.
    private void set(Table changed, Table present) {
        closeRows();
        made = stored(changed);
        table = stored(present);
        working.set(made);
        whole.set(table);
    }

    private StoredBatches stored(Table of) {
        StoredBatches stored = new StoredBatches(all, Long.MAX_VALUE, context);
        if (of.rowCount() > 0) {
            stored.append(new Batch(of, 0), 0);
        }
        return stored;
    }

    /// The rows of the next step.
    private Table changed(Table present) {
        try {
            LogicalPlan latest = latest(step.plan());
            return Executor.collect(distinct ? without(latest, present, all.names()) : latest, context);
        } finally {
            step.drop(context);
        }
    }

    /// The last row of each key.
    private LogicalPlan latest(LogicalPlan plan) {
        List<Expr> others = all.names().stream()
                .filter(name -> !keys.contains(name))
                .<Expr>map(name -> last(name).as(name))
                .toList();
        LogicalPlan groups = new LogicalPlan.Aggregate(
                plan, keys.stream().<Expr>map(name -> col(name)).toList(), others, GroupByOptions.DEFAULT);
        return new LogicalPlan.Project(
                groups, all.names().stream().<Expr>map(name -> col(name)).toList());
    }

    private static Expr last(String column) {
        return new Expr.Aggregate(new Aggregation.Last(false), List.of(col(column)), Optional.empty(), false);
    }

    /// Rows that have other values in some columns than all rows of a table.
    private LogicalPlan without(LogicalPlan plan, Table others, List<String> by) {
        List<Expr> renamed = new ArrayList<>();
        List<JoinKey> same = new ArrayList<>();
        for (String name : by) {
            String other = "present." + same.size() + "." + name;
            renamed.add(col(name).as(other));
            same.add(new JoinKey(col(name), col(other), true));
        }
        LogicalPlan right = new LogicalPlan.Project(new LogicalPlan.Values(others), renamed);
        return new LogicalPlan.Join(plan, right, JoinKind.ANTI, same, Optional.empty());
    }

    private Table merged(Table present, Table changed) {
        try (Table kept = Executor.collect(without(new LogicalPlan.Values(present), changed, keys), context)) {
            return Concat.tables(all, List.of(kept, changed), context.pool());
        }
    }

    private void closeRows() {
        if (made != null) {
            made.close();
            made = null;
        }
        if (table != null) {
            table.close();
            table = null;
        }
    }

    @Override
    public synchronized void close() {
        if (rows != null) {
            rows.close();
            rows = null;
        }
        closeRows();
    }
}
