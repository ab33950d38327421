package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.UntranslatableException;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.trees.TreeNodeTag;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.internal.SQLConf;

/// Replaces the aggregations of a physical plan that Sheaf can run, each with both its halves. What it cannot run stays
/// as it is, with the reason as a tag on its last half.
public final class SheafRule extends Rule<SparkPlan> {
    /// Why an aggregation stays with Spark.
    public static final TreeNodeTag<String> REASON = new TreeNodeTag<>("sheaf.reason");

    private static final String ENABLED = "spark.sheaf.enabled";

    @Override
    public SparkPlan apply(SparkPlan plan) {
        return isEnabled(conf()) ? replaced(plan) : plan;
    }

    /// Whether a session has Sheaf turned on.
    static boolean isEnabled(SQLConf conf) {
        return Boolean.parseBoolean(conf.getConfString(ENABLED, "true"));
    }

    private SparkPlan replaced(SparkPlan plan) {
        SparkPlan below = plan.mapChildren(this::replaced);
        return AggregatePair.of(below).map(this::replacedPair).orElse(below);
    }

    private SparkPlan replacedPair(AggregatePair pair) {
        try {
            return Replacement.of(pair, SessionSettings.of(conf()));
        } catch (UntranslatableException reason) {
            SparkPlan last = (SparkPlan) pair.last();
            last.setTagValue(REASON, reason.reason());
            return last;
        }
    }
}
