package dev.sheaf.plan.exec;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.PlanRewrite;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.query.QueryContext;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The step of a query that reads itself, in one run.
///
/// @param plan as it is in this run, whose parts that read its rows are its own
/// @param changing what the step keeps for several readers and has to make anew each time, since it reads the rows
///     before
record RecursionStep(LogicalPlan plan, Set<KeptQuery> changing) {
    /// @param own the rows of this run by the leaves that stand for them in the plan
    static RecursionStep of(LogicalPlan repeated, Map<WorkingRows, WorkingRows> own) {
        LogicalPlan plan = new PlanRewrite(node -> replaced(node, own)).apply(repeated);
        Set<KeptQuery> changing = kept(plan);
        changing.removeAll(kept(repeated));
        return new RecursionStep(plan, changing);
    }

    private static LogicalPlan replaced(LogicalPlan node, Map<WorkingRows, WorkingRows> own) {
        if (!(node instanceof LogicalPlan.Scan scan) || !(scan.dataset() instanceof WorkingRows rows)) {
            return node;
        }
        @Nullable WorkingRows other = own.get(rows);
        return other == null ? node : new LogicalPlan.Scan(other, scan.columns(), Optional.empty());
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

    /// Forgets what was kept for a step that is over.
    void drop(QueryContext context) {
        changing.forEach(context.shared()::drop);
    }
}
