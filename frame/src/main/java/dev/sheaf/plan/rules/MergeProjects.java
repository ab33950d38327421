package dev.sheaf.plan.rules;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.List;
import java.util.Map;

/// Makes two projections on top of each other one, unless an expression of the lower one would then be
/// evaluated twice.
final class MergeProjects implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, MergeProjects::merge);
    }

    private static LogicalPlan merge(LogicalPlan node) {
        if (!(node instanceof Project(Project(LogicalPlan input, List<Expr> lower), List<Expr> upper))) {
            return node;
        }
        Map<String, Expr> definitions = ExprWalker.definitions(lower);
        if (ExprWalker.repeatsWork(upper, definitions) || ExprWalker.isDeep(lower)) {
            return node;
        }
        return new Project(
                input,
                upper.stream()
                        .map(expr -> ExprWalker.substitute(expr, definitions))
                        .toList());
    }
}
