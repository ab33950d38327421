package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.UntranslatableException;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;

/// Makes two aggregations of each that has a DISTINCT beside other functions, so that Spark plans both as a pair of
/// halves. Its own plan for these has three steps, whose buffers Sheaf does not have. Either plan gives the same rows,
/// whoever runs it.
public final class DistinctRule extends Rule<LogicalPlan> {
    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return SheafRule.isEnabled(conf()) ? split(plan) : plan;
    }

    private LogicalPlan split(LogicalPlan plan) {
        LogicalPlan below = plan.mapChildren(this::split);
        if (!(below instanceof Aggregate aggregate) || !DistinctSplit.isWanted(aggregate)) {
            return below;
        }
        try {
            return new DistinctSplit(aggregate).plan();
        } catch (UntranslatableException _) { // Spark plans it
            return below;
        }
    }
}
