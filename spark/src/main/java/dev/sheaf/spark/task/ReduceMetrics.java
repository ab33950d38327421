package dev.sheaf.spark.task;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import scala.collection.immutable.Map;

/// What the reduce side of an aggregation counts, for Spark's UI.
///
/// @param rows the rows of the result
/// @param spilled the bytes that went to disk
/// @param mergeTime the time in merging and finishing groups
/// @param strategy how tasks found groups
public record ReduceMetrics(SQLMetric rows, SQLMetric spilled, SQLMetric mergeTime, SQLMetric strategy)
        implements Serializable {
    /// New metrics of an operator.
    public static ReduceMetrics of(SparkContext spark) {
        return new ReduceMetrics(
                SQLMetrics.createMetric(spark, "number of output rows"),
                SQLMetrics.createSizeMetric(spark, "spill size", -1L),
                SQLMetrics.createNanoTimingMetric(spark, "time in merging", -1L),
                SQLMetrics.createV2CustomMetric(spark, new StrategyMetric()));
    }

    /// The metrics by the names that Spark keeps them under.
    public Map<String, SQLMetric> byName() {
        return new Map.Map4<>(
                "numOutputRows", rows, "spillSize", spilled, "mergeTime", mergeTime, "strategy", strategy);
    }
}
