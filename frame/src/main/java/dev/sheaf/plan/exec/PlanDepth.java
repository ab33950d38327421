package dev.sheaf.plan.exec;

import dev.sheaf.memory.DeepStack;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// How deep a plan is with the queries of its datasets: each level is a few calls on the stack of whoever opens the
/// plan or pulls its rows. What is kept is pulled before, on a stack of its own.
final class PlanDepth {
    /// Opened on any stack.
    private static final int SHALLOW_LEVELS = 100;

    /// Pulled on the stacks that threads have.
    private static final int MOST_LEVELS = 2000;

    private final Map<LogicalPlan, Integer> known = new IdentityHashMap<>();

    private PlanDepth() {}

    /// Opens a plan on a stack that suffices.
    ///
    /// @throws IllegalArgumentException if it is too deep to be pulled
    static <T> T call(LogicalPlan plan, Supplier<T> open) {
        int levels = DeepStack.call(() -> new PlanDepth().levels(plan));
        if (levels > MOST_LEVELS) {
            throw new IllegalArgumentException("the query is nested too deeply: it has " + levels
                    + " steps one upon the other; write it with fewer than " + MOST_LEVELS);
        }
        return levels > SHALLOW_LEVELS ? DeepStack.large(open) : open.get();
    }

    private int levels(LogicalPlan plan) {
        Integer levels = known.get(plan);
        if (levels == null) {
            int below = 0;
            for (LogicalPlan input : inputs(plan)) {
                below = Math.max(below, levels(input));
            }
            levels = below + 1;
            known.put(plan, levels);
        }
        return levels;
    }

    private static List<LogicalPlan> inputs(LogicalPlan plan) {
        return plan instanceof LogicalPlan.Scan scan
                        && scan.dataset() instanceof QueryDataset queries
                        && queries.streams()
                ? queries.queries()
                : plan.inputs();
    }
}
