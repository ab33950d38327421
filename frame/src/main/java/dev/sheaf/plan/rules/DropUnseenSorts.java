package dev.sheaf.plan.rules;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Sort;

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
        return switch (((Expr.Aggregate) expr.unaliased()).aggregation()) {
            case Aggregation.First _, Aggregation.Last _, Aggregation.CollectList _ -> false;
            case Aggregation.ArgMin(), Aggregation.ArgMax(), Aggregation.MinBy _, Aggregation.MaxBy _ -> false;
            case Aggregation.Nth _, Aggregation.CollectSet _, Aggregation.Mode(), Aggregation.Join _ -> false;
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.NUnique _ -> true;
            case Aggregation.Sum(), Aggregation.Product(), Aggregation.Min(), Aggregation.Max() -> true;
            case Aggregation.Mean(), Aggregation.Variance _, Aggregation.Std _ -> true;
            case Aggregation.Median(), Aggregation.Quantile _, Aggregation.TopK _ -> true;
            case Aggregation.DiscreteQuantile _ -> true;
            case Aggregation.Covariance _, Aggregation.Correlation() -> true;
            case Aggregation.SumOfSquares(), Aggregation.M2(), Aggregation.Any(), Aggregation.All() -> true;
            case Aggregation.Bitwise _, Aggregation.Histogram _, Aggregation.ApproxNUnique _ -> true;
            case Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> true;
        };
    }
}
