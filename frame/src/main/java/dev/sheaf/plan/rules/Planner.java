package dev.sheaf.plan.rules;

import dev.sheaf.memory.DeepStack;
import dev.sheaf.plan.LogicalPlan;
import java.util.List;

/// Improves logical plans by [Rule]s until none finds anything to do.
public final class Planner {
    /// Rules feed each other; more rounds than this have never been needed.
    private static final int MAX_ROUNDS = 10;

    /// Leaving columns out adds projections, which the rules after it move and merge. Chains of projections are merged
    /// before conditions pass them, too: passing one a step would write a condition out once for each.
    private static final List<Rule> RULES = List.of(
            new ScanValues(),
            new FoldConstants(),
            new RemoveNoOps(),
            new MergeProjects(),
            new GroupDistinct(),
            new DropImpliedKeys(),
            new SplitJoinConditions(),
            new PushFilters(),
            new DropUnseenSorts(),
            new PruneColumns(),
            new PushLimits(),
            new MergeProjects(),
            new FuseProjects());

    private Planner() {}

    /// A plan with the same result that is cheaper to run. Rows of the result keep their order where the plan
    /// says one.
    public static LogicalPlan optimize(LogicalPlan plan) {
        return DeepStack.call(() -> byRules(plan));
    }

    private static LogicalPlan byRules(LogicalPlan plan) {
        LogicalPlan best = new ImpliedFilters().apply(plan);
        for (int round = 0; round < MAX_ROUNDS; round++) {
            LogicalPlan before = best;
            for (Rule rule : RULES) {
                best = rule.apply(best);
            }
            if (best.equals(before)) {
                break;
            }
        }
        return best;
    }
}
