package dev.sheaf.plan.rules;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Writes the expressions of a projection into the keys and aggregates above it, so that the group-by evaluates
/// them inside its scan and nothing is stored in between. The engine evaluates equal expressions once.
final class FuseProjects implements Rule {
    /// Larger projections that are read more than once stay: over a chain of them the expressions would double each.
    private static final int REPEATED_PARTS = 1000;

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, FuseProjects::fuse);
    }

    private static LogicalPlan fuse(LogicalPlan node) {
        if (!(node instanceof Aggregate aggregate && aggregate.input() instanceof Project project)) {
            return node;
        }
        Map<String, Expr> definitions = ExprWalker.definitions(project.expressions());
        List<Expr> readers = Stream.concat(aggregate.keys().stream(), aggregate.aggregates().stream())
                .toList();
        if (ExprWalker.isDeep(project.expressions())
                || ExprWalker.readsOnce(readers, definitions)
                || (ExprWalker.repeatsWork(readers, definitions)
                        && ExprWalker.isLarger(project.expressions(), REPEATED_PARTS))) {
            return node;
        }
        return new Aggregate(
                project.input(),
                ExprWalker.substitute(aggregate.keys(), definitions),
                ExprWalker.substitute(aggregate.aggregates(), definitions),
                aggregate.options());
    }
}
