package dev.sheaf.plan.rules;

import dev.sheaf.memory.Checkpoint;
import dev.sheaf.plan.LogicalPlan;
import java.util.List;
import java.util.function.UnaryOperator;

/// One way to make a plan cheaper. The result has the same schema, and the same rows in the same order.
interface Rule {

    /// The improved plan, or an equal one.
    LogicalPlan apply(LogicalPlan plan);

    /// A plan with `rewrite` applied to every node, inputs first.
    static LogicalPlan bottomUp(LogicalPlan plan, UnaryOperator<LogicalPlan> rewrite) {
        return rewrite.apply(overInputs(plan, input -> bottomUp(input, rewrite)));
    }

    /// A plan with `rewrite` applied to every node, a node before its inputs.
    static LogicalPlan topDown(LogicalPlan plan, UnaryOperator<LogicalPlan> rewrite) {
        return overInputs(rewrite.apply(plan), input -> topDown(input, rewrite));
    }

    /// Not whether they are equal, which would look at everything below each node.
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(List<LogicalPlan> rewritten, List<LogicalPlan> inputs) {
        for (int i = 0; i < inputs.size(); i++) {
            if (rewritten.get(i) != inputs.get(i)) {
                return false;
            }
        }
        return true;
    }

    /// A plan with `rewrite` applied to its inputs alone, the very same if none changes.
    static LogicalPlan overInputs(LogicalPlan plan, UnaryOperator<LogicalPlan> rewrite) {
        Checkpoint.pass();
        return over(plan, plan.inputs().stream().map(rewrite).toList());
    }

    /// A plan over other inputs, the very same over its own.
    static LogicalPlan over(LogicalPlan plan, LogicalPlan... inputs) {
        return over(plan, List.of(inputs));
    }

    private static LogicalPlan over(LogicalPlan plan, List<LogicalPlan> inputs) {
        return isSame(inputs, plan.inputs()) ? plan : plan.over(inputs);
    }
}
