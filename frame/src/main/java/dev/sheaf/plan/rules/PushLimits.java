package dev.sheaf.plan.rules;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.List;

/// Moves limits below projections, so that nothing is computed for rows that are left out and a sort below
/// learns its limit; makes two limits one.
final class PushLimits implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.topDown(plan, PushLimits::push);
    }

    private static LogicalPlan push(LogicalPlan node) {
        return switch (node) {
            case Limit(Limit(LogicalPlan input, long innerOffset, long innerCount), long offset, long count) ->
                push(new Limit(input, saturatedSum(innerOffset, offset), Math.min(count, left(innerCount, offset))));
            case Limit(Project(LogicalPlan input, List<Expr> expressions), long offset, long count) ->
                new Project(push(new Limit(input, offset, count)), expressions);
            default -> node;
        };
    }

    private static long left(long count, long offset) {
        return count == Long.MAX_VALUE ? count : Math.max(0, count - offset);
    }

    private static long saturatedSum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }
}
