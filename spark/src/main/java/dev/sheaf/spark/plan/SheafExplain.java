package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.ExtendedExplainGenerator;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import scala.Option;

/// What EXPLAIN says of Sheaf, below the plan: which aggregations run there, where
/// their rows come from, and why others do not.
public final class SheafExplain implements ExtendedExplainGenerator {
    private static final String NO_PAIR =
            "no two halves with one exchange between them: its input is partitioned by the keys, or DISTINCT takes more steps";

    @Override
    public String title() {
        return "Sheaf";
    }

    @Override
    public String generateExtendedInfo(SparkPlan plan) {
        List<String> lines = new ArrayList<>();
        collect(plan, lines);
        return lines.isEmpty() ? "no aggregation\n" : String.join("\n", lines) + "\n";
    }

    private static void collect(SparkPlan plan, List<String> lines) {
        switch (plan) {
            case AdaptiveSparkPlanExec adaptive -> collect(adaptive.executedPlan(), lines);
            case QueryStageExec stage -> collect(stage.plan(), lines);
            case ReusedExchangeExec _ -> {} // said where it is made
            default -> {
                line(plan, lines);
                ScalaLists.<SparkPlan>list(plan.children()).forEach(child -> collect(child, lines));
                ScalaLists.<SparkPlan>list(plan.subqueries()).forEach(query -> collect(query, lines));
            }
        }
    }

    private static void line(SparkPlan plan, List<String> lines) {
        if (plan instanceof SheafFinalExec last) {
            lines.add("on Sheaf: " + last.description());
        } else if (plan instanceof SheafPartialExec first) {
            lines.add("  input: " + first.getTagValue(SheafPartialExec.INPUT).get());
        } else if (plan instanceof BaseAggregateExec half
                && half.requiredChildDistributionExpressions().isDefined()) {
            Option<String> reason = plan.getTagValue(SheafRule.REASON);
            lines.add("with Spark: " + Description.of(half) + ": " + (reason.isDefined() ? reason.get() : NO_PAIR));
        }
    }
}
