package dev.sheaf.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/// The operators of a plan, those within stages too, and whether its aggregations are whole.
record PlanHalves(List<Node> nodes) {
    static final String FIRST = "SheafPartialAggregate";
    static final String LAST = "SheafFinalAggregate";

    /// An operator and the names of those above it, the nearest first. Stages and reading them are no operators.
    record Node(SparkPlan plan, List<String> above) {
        String name() {
            return plan.nodeName();
        }

        List<String> below() {
            return belowOf(plan).stream().map(SparkPlan::nodeName).toList();
        }
    }

    /// The plan that has run, if the query has, else the one that would.
    static PlanHalves of(Dataset<Row> query) {
        List<Node> nodes = new ArrayList<>();
        collect(query.queryExecution().executedPlan(), List.of(), nodes);
        return new PlanHalves(nodes);
    }

    private static void collect(SparkPlan plan, List<String> above, List<Node> nodes) {
        SparkPlan real = real(plan);
        nodes.add(new Node(real, above));
        List<String> chain = new ArrayList<>(List.of(real.nodeName()));
        chain.addAll(above);
        belowOf(real).forEach(child -> collect(child, chain, nodes));
    }

    private static List<SparkPlan> belowOf(SparkPlan plan) {
        return CollectionConverters.asJava(plan.children()).stream()
                .map(PlanHalves::real)
                .toList();
    }

    private static SparkPlan real(SparkPlan plan) {
        return switch (plan) {
            case AdaptiveSparkPlanExec adaptive -> real(adaptive.executedPlan());
            case QueryStageExec stage -> real(stage.plan());
            case ReusedExchangeExec reused -> real(reused.child());
            case SparkPlan between
            when List.of("AQEShuffleRead", "InputAdapter", "WholeStageCodegen").stream()
                    .anyMatch(between.nodeName()::startsWith) ->
                real(between.children().apply(0));
            default -> plan;
        };
    }

    long count(String name) {
        return nodes.stream().filter(node -> node.name().equals(name)).count();
    }

    /// A metric of the operator of this name.
    long metric(String operator, String metric) {
        return metrics(operator).apply(metric).value();
    }

    /// All metrics of the operator of this name.
    Map<String, SQLMetric> metrics(String operator) {
        return nodes.stream()
                .filter(node -> node.name().equals(operator))
                .findFirst()
                .orElseThrow()
                .plan()
                .metrics();
    }

    boolean isOnSheaf() {
        return count(LAST) > 0;
    }

    /// A half that stands alone: one of ours without its other half, or one of Spark's above or below one of ours.
    Optional<String> brokenHalf() {
        return nodes.stream()
                .filter(PlanHalves::isBroken)
                .map(node -> node.name() + " below " + node.above() + " above " + node.below())
                .findFirst();
    }

    private static boolean isBroken(Node node) {
        boolean fed = node.plan().nodeName().equals("Exchange") && node.below().equals(List.of(FIRST));
        return switch (node.name()) {
            case FIRST ->
                node.above().size() < 2
                        || !node.above().get(0).equals("Exchange")
                        || !node.above().get(1).equals(LAST);
            case LAST ->
                !node.below().equals(List.of("Exchange"))
                        || !belowOf(belowOf(node.plan()).getFirst())
                                .getFirst()
                                .nodeName()
                                .equals(FIRST);
            default -> fed && !node.above().getFirst().equals(LAST);
        };
    }
}
