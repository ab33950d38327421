package dev.sheaf.plan.rules;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Distinct;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.LogicalPlan.Window;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Takes out nodes that change nothing; a filter that nothing passes becomes a limit of no rows.
final class RemoveNoOps implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, RemoveNoOps::remove);
    }

    private static LogicalPlan remove(LogicalPlan node) {
        return switch (node) {
            case Filter(LogicalPlan input, Expr condition) when isLiteral(condition.unaliased(), true) -> input;
            case Filter(LogicalPlan input, Expr condition) when isNeverTrue(condition, input) -> new Limit(input, 0, 0);
            case Project(LogicalPlan input, List<Expr> expressions) when isIdentity(expressions, input) -> input;
            case Limit(LogicalPlan input, long offset, long count) when offset == 0 && count == Long.MAX_VALUE -> input;
            case Sort(LogicalPlan input, List<SortKey> keys) when keys.isEmpty() -> input;
            case Window(LogicalPlan input, List<WindowCall> calls) when calls.isEmpty() -> input;
            case Distinct(Distinct input) -> input;
            case Distinct(Aggregate groups) -> groups;
            default -> node;
        };
    }

    /// Whether a part of a condition is false or null for every row, and no part fails on any.
    private static boolean isNeverTrue(Expr condition, LogicalPlan input) {
        boolean holdsNowhere =
                Conjuncts.split(condition).stream().anyMatch(part -> isLiteral(part, false) || isLiteral(part, null));
        return holdsNowhere && !ExprWalker.mayFail(condition, input.schema());
    }

    private static boolean isLiteral(Expr expr, @Nullable Object value) {
        return expr instanceof Expr.Literal literal && Objects.equals(literal.value(), value);
    }

    private static boolean isIdentity(List<Expr> expressions, LogicalPlan input) {
        return expressions.equals(ExprWalker.references(input.schema().names()));
    }
}
