package dev.sheaf.spark.translate;

import dev.sheaf.groupby.Sums;
import java.io.Serializable;
import java.util.ArrayList;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.jspecify.annotations.Nullable;

/// An aggregation as Spark says it, with columns by their place in the input: what driver and executors translate
/// alike. Two are equal if they ask the same of the same places.
///
/// @param condition which rows are aggregated; null for all
/// @param sums how sums of floats are added up
public record AggregateSpec(
        @Nullable Expression condition, ArrayList<Expression> keys, ArrayList<Measure> measures, Sums sums)
        implements Serializable {}
