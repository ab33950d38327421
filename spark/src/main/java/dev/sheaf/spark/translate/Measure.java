package dev.sheaf.spark.translate;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.jspecify.annotations.Nullable;

/// A function of an aggregation.
///
/// @param filter a column of truth values that says which rows it gets, or null for all
public record Measure(AggregateFunction function, @Nullable Expression filter) implements Serializable {}
