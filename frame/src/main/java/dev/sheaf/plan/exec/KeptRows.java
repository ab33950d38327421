package dev.sheaf.plan.exec;

import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.DeepStack;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SharedResults;
import dev.sheaf.spill.StoredBatches;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The rows of a query, kept for those who read it: in memory as far as there is room, else on disk.
///
/// The first reader runs the query for the columns that it asks for. A reader who asks for others runs it once more
/// for all columns. So a query runs twice at most, and columns that nobody reads are computed only then.
final class KeptRows implements SharedResults.Result {
    /// Rows may stay in memory up to this part of what is free.
    private static final int KEPT_PART = 4;

    private final LogicalPlan query;
    private final QueryContext context;
    private final List<Kept> kept = new ArrayList<>();

    KeptRows(LogicalPlan query, QueryContext context) {
        this.query = query;
        this.context = context;
    }

    /// Stored rows of some columns.
    private record Kept(Set<String> columns, StoredBatches rows) {}

    /// The rows in the order of the query, with these columns; closed by the caller, before the query ends.
    synchronized BatchSource source(List<String> columns) {
        StoredBatches rows = kept.stream()
                .filter(known -> known.columns().containsAll(columns))
                .findFirst()
                .orElseGet(() -> run(columns))
                .rows();
        return new ProjectedSource(rows, columns);
    }

    private Kept run(List<String> asked) {
        List<String> all = query.schema().names();
        Set<String> columns = new LinkedHashSet<>(kept.isEmpty() ? asked : all);
        LogicalPlan plan = new LogicalPlan.Project(
                query, columns.stream().map(Expressions::col).toList());
        long free = Math.max(0, context.pool().limitBytes() - context.pool().usedBytes());
        StoredBatches rows = new StoredBatches(plan.schema(), free / KEPT_PART, context);
        try {
            DeepStack.large(() -> store(plan, rows));
        } catch (RuntimeException | Error failure) {
            rows.close();
            throw failure;
        }
        Kept made = new Kept(new HashSet<>(columns), rows);
        kept.add(made);
        return made;
    }

    /// The query may itself read one that is kept, and so on down: on a usual stack some hundreds fit.
    private StoredBatches store(LogicalPlan plan, StoredBatches rows) {
        try (BatchSource source = Executor.execute(plan, context)) {
            RowKeeper.store(source, rows, context);
        }
        return rows;
    }

    @Override
    public synchronized void close() {
        kept.forEach(known -> known.rows().close());
        kept.clear();
    }
}
