package dev.sheaf.spark.bench;

import dev.sheaf.spark.translate.ScalaLists;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/// Adds up what Spark reports of tasks that have ended.
final class TaskCosts extends SparkListener {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String GPU_TASKS = "number of tasks on a GPU";

    private final SparkSession spark;
    private final AtomicLong cpuNanos = new AtomicLong();
    private final AtomicLong shuffleBytes = new AtomicLong();
    private final AtomicLong gpuTasks = new AtomicLong();

    TaskCosts(SparkSession spark) {
        this.spark = spark;
        spark.sparkContext().addSparkListener(this);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        TaskMetrics metrics = end.taskMetrics();
        if (metrics != null) {
            cpuNanos.addAndGet(metrics.executorCpuTime());
            shuffleBytes.addAndGet(metrics.shuffleWriteMetrics().bytesWritten());
            ScalaLists.<AccumulableInfo>list(end.taskInfo().accumulables().toSeq()).stream()
                    .filter(metric -> metric.name().contains(GPU_TASKS))
                    .forEach(metric -> gpuTasks.addAndGet(
                            Long.parseLong(metric.update().get().toString())));
        }
    }

    /// Runs a query to its end without keeping its rows.
    Cost of(Dataset<Row> query) {
        awaitEvents();
        cpuNanos.set(0);
        shuffleBytes.set(0);
        gpuTasks.set(0);
        long start = System.nanoTime();
        query.write().format("noop").mode("overwrite").save();
        double wall = (System.nanoTime() - start) / NANOS_PER_MILLI;
        awaitEvents();
        return new Cost(wall, cpuNanos.get() / NANOS_PER_MILLI, shuffleBytes.get(), gpuTasks.get());
    }

    /// Spark tells of tasks on a thread of its own.
    private void awaitEvents() {
        try {
            spark.sparkContext().listenerBus().waitUntilEmpty();
        } catch (java.util.concurrent.TimeoutException late) {
            throw new IllegalStateException("Spark's events do not come to an end", late);
        }
    }
}
