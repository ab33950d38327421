package dev.sheaf.spark;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;

/// What happens to one query while it runs: when the first task of its map or of its reduce stage has started. A map
/// stage that lost an executor is made up for when the reduce stage misses its output (FetchFailed).
final class ClusterFault extends SparkListener {
    enum Kind {
        EXECUTOR_KILLED,
        TASK_KILLED,
        QUERY_CANCELLED
    }

    private final SparkContext spark;
    private final Kind kind;
    private final boolean ofReduceStage;
    private final Set<Integer> reduceStages = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean happened = new AtomicBoolean();
    private final AtomicInteger lost = new AtomicInteger();

    ClusterFault(SparkContext spark, Kind kind, boolean ofReduceStage) {
        this.spark = spark;
        this.kind = kind;
        this.ofReduceStage = ofReduceStage;
    }

    static Stream<ProcessHandle> executors() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("java"));
    }

    @Override
    public void onStageSubmitted(SparkListenerStageSubmitted submitted) {
        if (!submitted.stageInfo().parentIds().isEmpty()) {
            reduceStages.add(submitted.stageInfo().stageId());
        }
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
        if (reduceStages.contains(start.stageId()) == ofReduceStage && happened.compareAndSet(false, true)) {
            switch (kind) {
                case EXECUTOR_KILLED -> executors().findFirst().orElseThrow().destroyForcibly();
                case TASK_KILLED -> spark.killTaskAttempt(start.taskInfo().taskId(), true, "a test");
                case QUERY_CANCELLED -> spark.cancelAllJobs();
            }
        }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        lost.addAndGet(end.taskInfo().successful() ? 0 : 1);
    }

    Kind kind() {
        return kind;
    }

    /// How many tasks ended without a result.
    int lostTasks() {
        return lost.get();
    }

    @Override
    public String toString() {
        return kind + (ofReduceStage ? " in the reduce stage" : " in the map stage");
    }
}
