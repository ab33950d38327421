package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateMode;
import org.apache.spark.sql.catalyst.expressions.aggregate.Final$;
import org.apache.spark.sql.catalyst.expressions.aggregate.Partial$;
import org.apache.spark.sql.execution.SortExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec;
import org.apache.spark.sql.execution.aggregate.SortAggregateExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec;

/// Both halves of an aggregation and the exchange between them. Who has one has all of it, so no half is ever replaced
/// alone.
///
/// ```
/// last half <-- sorting, if it needs that <-- exchange <-- first half <-- sorting, if it needs that <-- input
/// ```
record AggregatePair(BaseAggregateExec last, ShuffleExchangeExec exchange, BaseAggregateExec first, SparkPlan input) {
    /// The pair whose last half is `plan`, if it is one.
    static Optional<AggregatePair> of(SparkPlan plan) {
        if (plan instanceof BaseAggregateExec last
                && isWhole(last, Final$.MODULE$)
                && last.requiredChildDistributionExpressions().isDefined()
                && belowSort(last) instanceof ShuffleExchangeExec exchange
                && exchange.child() instanceof BaseAggregateExec first
                && isWhole(first, Partial$.MODULE$)
                && first.requiredChildDistributionExpressions().isEmpty()
                && areHalves(first, last)) {
            return Optional.of(new AggregatePair(last, exchange, first, belowSort(first)));
        }
        return Optional.empty();
    }

    private static boolean isWhole(BaseAggregateExec half, AggregateMode mode) {
        return !half.isStreaming()
                && expressions(half).stream()
                        .allMatch(expression -> expression.mode().equals(mode));
    }

    private static boolean areHalves(BaseAggregateExec first, BaseAggregateExec last) {
        List<Class<?>> given = functions(first);
        return given.equals(functions(last))
                && ScalaLists.list(first.groupingExpressions()).stream()
                        .map(key -> key.toAttribute().exprId())
                        .toList()
                        .equals(ScalaLists.list(last.groupingExpressions()).stream()
                                .map(key -> key.toAttribute().exprId())
                                .toList());
    }

    private static List<Class<?>> functions(BaseAggregateExec half) {
        return expressions(half).stream()
                .<Class<?>>map(expression -> expression.aggregateFunction().getClass())
                .toList();
    }

    private static List<AggregateExpression> expressions(BaseAggregateExec half) {
        return ScalaLists.list(half.aggregateExpressions());
    }

    private static SparkPlan belowSort(BaseAggregateExec half) {
        SparkPlan below = ((org.apache.spark.sql.execution.UnaryExecNode) half).child();
        return half instanceof SortAggregateExec && below instanceof SortExec sort && !sort.global()
                ? sort.child()
                : below;
    }
}
