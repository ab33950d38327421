package dev.sheaf.plan.rules;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.RowOrder;

/// Takes out a sort whose order no result shows: below a group-by that does not depend on the order
/// of its rows.
final class DropUnseenSorts implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, DropUnseenSorts::drop);
    }

    private static LogicalPlan drop(LogicalPlan node) {
        return switch (node) {
            case Aggregate aggregate when ignoresOrder(aggregate) -> aggregate.over(unsorted(aggregate.input()));
            default -> node;
        };
    }

    private static LogicalPlan unsorted(LogicalPlan plan) {
        return switch (plan) {
            case Sort sort -> unsorted(sort.input());
            case Project project -> project.over(unsorted(project.input()));
            case Filter filter -> filter.over(unsorted(filter.input()));
            default -> plan;
        };
    }

    private static boolean ignoresOrder(Aggregate aggregate) {
        return aggregate.options().order() != Order.FIRST_APPEARANCE
                && aggregate.aggregates().stream().allMatch(DropUnseenSorts::ignoresOrder);
    }

    private static boolean ignoresOrder(Expr expr) {
        return !RowOrder.decides(((Expr.Aggregate) expr.unaliased()).aggregation());
    }
}
