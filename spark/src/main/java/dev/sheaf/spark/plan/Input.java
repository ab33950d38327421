package dev.sheaf.spark.plan;

import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.execution.SparkPlan;
import org.jspecify.annotations.Nullable;

/// What an aggregation reads: an operator of Spark, and expressions over its columns.
interface Input {
    /// An expression of the aggregation over the columns of [#plan()].
    Expression column(Expression expression);

    /// A function of the aggregation, with arguments over the columns of [#plan()].
    AggregateFunction function(AggregateFunction function);

    /// Which rows of [#plan()] are aggregated; null for all.
    @Nullable
    Expression condition();

    /// The operator, which is known once all expressions have been asked for.
    SparkPlan plan();
}
