package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.BoundSelect.Clauses;
import dev.sheaf.sql.bind.BoundSelect.Condition;
import dev.sheaf.sql.tree.Node;
import java.util.Optional;

/// An expression over FROM as one over a plan above it; the node is for errors.
@FunctionalInterface
interface Rewrite {
    Rewrite NONE = (expr, _) -> expr;

    Expr apply(Expr expr, Node node);

    /// The rows of a plan for which a condition holds, if there is one.
    default LogicalPlan filter(Clauses clauses, LogicalPlan plan, Optional<Condition> condition) {
        if (condition.isEmpty()) {
            return plan;
        }
        Condition given = condition.get();
        return clauses.context().calls().holdsQuestion(given.expr())
                ? clauses.questions().kept(plan, given.expr(), expr -> apply(expr, given.node()))
                : new LogicalPlan.Filter(plan, apply(given.expr(), given.node()));
    }
}
