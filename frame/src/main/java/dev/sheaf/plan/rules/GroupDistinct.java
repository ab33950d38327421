package dev.sheaf.plan.rules;

import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Distinct;
import java.util.List;

/// Makes DISTINCT a group-by of all columns without aggregates.
public final class GroupDistinct implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.bottomUp(plan, node -> node instanceof Distinct distinct ? groups(distinct) : node);
    }

    public static Aggregate groups(Distinct distinct) {
        List<String> names = distinct.schema().names();
        return new Aggregate(distinct.input(), ExprWalker.references(names), List.of(), GroupByOptions.DEFAULT);
    }
}
