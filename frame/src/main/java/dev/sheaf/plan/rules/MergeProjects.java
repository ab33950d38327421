package dev.sheaf.plan.rules;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// Makes projections on top of each other one, unless an expression of a lower one would then be evaluated twice. A
/// chain of them is written together before it becomes a node: the checks of one node a step would look at all steps
/// below again.
final class MergeProjects implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return plan instanceof Project project ? chain(project) : Rule.overInputs(plan, this::apply);
    }

    private LogicalPlan chain(Project top) {
        Deque<Project> steps = new ArrayDeque<>();
        LogicalPlan below = top;
        while (below instanceof Project step) {
            steps.addFirst(step);
            below = step.input();
        }
        LogicalPlan input = apply(below);
        Project written = steps.removeFirst();
        List<Expr> expressions = written.expressions();
        for (Project step : steps) {
            Map<String, Expr> definitions = ExprWalker.definitions(expressions);
            if (ExprWalker.repeatsWork(step.expressions(), definitions) || ExprWalker.isDeep(expressions)) {
                input = project(written, input, expressions);
                expressions = step.expressions();
            } else {
                expressions = ExprWalker.substitute(step.expressions(), definitions);
            }
            written = step;
        }
        return project(written, input, expressions);
    }

    /// The very same where nothing changed.
    @SuppressWarnings("ReferenceEquality")
    private static LogicalPlan project(Project before, LogicalPlan input, List<Expr> expressions) {
        return input == before.input() && expressions == before.expressions()
                ? before
                : new Project(input, expressions);
    }
}
