package dev.sheaf.spark.plan;

import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.UnaryExecNode;
import org.apache.spark.sql.execution.adaptive.QueryStageExec;
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec;
import scala.Option;
import scala.Some;
import scala.math.BigInt;

/// How many rows a finished exchange of ours stands for. Spark counts the rows that went through it, of which each
/// holds thousands of groups, and takes that for the most rows that an aggregation can have: while a query runs, it
/// would leave out a LIMIT that is larger.
final class GroupCounts {
    private GroupCounts() {}

    /// What was found of an operator above our exchange; if it is statistics, with the count of groups.
    @SuppressWarnings("unchecked")
    static <B> Option<B> corrected(Option<B> found, SparkPlan child) {
        return found.isDefined() && found.get() instanceof Some<?> some && some.value() instanceof Statistics counted
                ? new Some<>((B) new Some<>(corrected(counted, child)))
                : found;
    }

    private static Statistics corrected(Statistics counted, SparkPlan child) {
        return new Statistics(
                counted.sizeInBytes(), rows(partial(child)), counted.attributeStats(), counted.isRuntime());
    }

    /// Without keys there is one group, even where no task has given any.
    private static Option<BigInt> rows(SheafPartialExec partial) {
        long least = partial.spec().keys().isEmpty() ? 1 : 0;
        return new Some<>(BigInt.apply(Math.max(least, partial.groups().value())));
    }

    private static SheafPartialExec partial(SparkPlan below) {
        return switch (below) {
            case SheafPartialExec partial -> partial;
            case QueryStageExec stage -> partial(stage.plan());
            case ReusedExchangeExec reused -> partial(reused.child());
            case UnaryExecNode between -> partial(between.child());
            default -> throw new IllegalStateException("a " + below.nodeName() + " is below the last half");
        };
    }
}
