package dev.sheaf.spark;

import org.apache.spark.TaskContext;
import org.apache.spark.sql.api.java.UDF1;

/// A number as it is. Each task waits once when it asks for the first, so that something can happen meanwhile.
final class Pause implements UDF1<Long, Long> {
    private static final long MILLIS = 300;
    private static final ThreadLocal<Long> WAITED = ThreadLocal.withInitial(() -> -1L);

    @Override
    public Long call(Long number) throws InterruptedException {
        TaskContext task = TaskContext.get();
        if (task != null && WAITED.get() != task.taskAttemptId()) {
            WAITED.set(task.taskAttemptId());
            Thread.sleep(MILLIS);
        }
        return number;
    }
}
