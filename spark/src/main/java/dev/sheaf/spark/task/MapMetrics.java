package dev.sheaf.spark.task;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.execution.metric.SQLMetric;
import org.apache.spark.sql.execution.metric.SQLMetrics;
import scala.collection.immutable.Map;
import scala.collection.immutable.Map$;
import scala.jdk.javaapi.CollectionConverters;

/// What the map side of an aggregation counts, for Spark's UI.
///
/// @param groups the groups that are handed on
/// @param rows the rows of the input
/// @param splits the splits of files that Sheaf reads
/// @param rounds how often groups are handed on; more than once in a task that has no memory for all of its groups
/// @param readTime the time in waiting for the input: in reading, and in what Spark computes of it
/// @param groupTime the time in grouping and in writing states, apart from reading
/// @param gpuTasks the tasks that have grouped rows on a GPU
/// @param strategy how tasks found groups
public record MapMetrics(
        SQLMetric groups,
        SQLMetric rows,
        SQLMetric splits,
        SQLMetric rounds,
        SQLMetric readTime,
        SQLMetric groupTime,
        SQLMetric gpuTasks,
        SQLMetric strategy)
        implements Serializable {
    /// New metrics of an operator.
    public static MapMetrics of(SparkContext spark) {
        return new MapMetrics(
                SQLMetrics.createMetric(spark, "number of groups"),
                SQLMetrics.createMetric(spark, "number of input rows"),
                SQLMetrics.createMetric(spark, "number of splits read by Sheaf"),
                SQLMetrics.createMetric(spark, "number of rounds"),
                SQLMetrics.createNanoTimingMetric(spark, "time in reading", -1L),
                SQLMetrics.createNanoTimingMetric(spark, "time in grouping", -1L),
                SQLMetrics.createMetric(spark, "number of tasks on a GPU"),
                SQLMetrics.createV2CustomMetric(spark, new StrategyMetric()));
    }

    /// The metrics by the names that Spark keeps them under.
    public Map<String, SQLMetric> byName() {
        return Map$.MODULE$.from(CollectionConverters.asScala(java.util.Map.of(
                "numGroups", groups,
                "numInputRows", rows,
                "numSplits", splits,
                "numRounds", rounds,
                "readTime", readTime,
                "groupTime", groupTime,
                "numGpuTasks", gpuTasks,
                "strategy", strategy)));
    }
}
