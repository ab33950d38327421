package dev.sheaf.spark.translate;

import java.io.Serializable;
import java.util.ArrayList;
import org.apache.spark.sql.catalyst.expressions.Expression;

/// An aggregation as Spark says it, with columns by their place in the input: what driver and executors translate
/// alike. Two are equal if they ask the same of the same places.
public record AggregateSpec(ArrayList<Expression> keys, ArrayList<Measure> measures) implements Serializable {}
