package dev.sheaf.plan.rules;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.List;
import java.util.Map;

/// Writes the expressions of a projection into the keys and aggregates above it, so that the group-by evaluates
/// them inside its scan and nothing is stored in between. The engine evaluates equal expressions once.
final class FuseProjects implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, FuseProjects::fuse);
    }

    private static LogicalPlan fuse(LogicalPlan node) {
        if (!(node instanceof Aggregate aggregate && aggregate.input() instanceof Project project)) {
            return node;
        }
        Map<String, Expr> definitions = ExprWalker.definitions(project.expressions());
        return new Aggregate(
                project.input(),
                substitute(aggregate.keys(), definitions),
                substitute(aggregate.aggregates(), definitions),
                aggregate.options());
    }

    private static List<Expr> substitute(List<Expr> exprs, Map<String, Expr> definitions) {
        return exprs.stream()
                .map(expr -> ExprWalker.substitute(expr, definitions))
                .toList();
    }
}
