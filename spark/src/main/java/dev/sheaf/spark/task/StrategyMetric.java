package dev.sheaf.spark.task;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.metric.CustomMetric;

/// Shows which strategies the tasks of an operator took: `hash table in 4 tasks, direct index in 1 task`. A metric of
/// Spark is a number for each task, here with a bit for each [Strategy] that the task took. Spark's UI makes an object
/// of this class by its name to turn them into words.
public final class StrategyMetric implements CustomMetric {
    @Override
    public String name() {
        return "strategy";
    }

    @Override
    public String description() {
        return "strategy";
    }

    @Override
    public String aggregateTaskMetrics(long[] tasks) {
        return Arrays.stream(Strategy.values())
                .map(strategy -> words(strategy, tasks))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String words(Strategy strategy, long[] tasks) {
        long count = Arrays.stream(tasks).filter(strategy::isIn).count();
        return count == 0 ? "" : strategy.words() + " in " + count + (count == 1 ? " task" : " tasks");
    }
}
