package dev.sheaf.spark.task;

import dev.sheaf.memory.MemoryHost;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.nio.file.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.memory.MemoryConsumer;
import org.apache.spark.memory.MemoryMode;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.util.TaskCompletionListener;
import org.apache.spark.util.Utils;

/// The memory of an operator of a task: what its pool takes is asked of Spark, and is Spark's again at the end of the
/// task however it ends.
final class TaskMemory extends MemoryConsumer implements MemoryHost {
    /// Less than this no query runs in; Spark may refuse it all the same.
    private static final long LEAST_BYTES = 16L << 20;

    private final MemoryPool pool;
    private final QueryContext context;

    private TaskMemory(TaskMemoryManager manager, MemoryMode mode, long limit, TaskDevice device) {
        super(manager, manager.pageSizeBytes(), mode);
        pool = MemoryPool.within(this, limit);
        context = QueryContext.builder()
                .pool(pool)
                .threads(1)
                .backend(device.backend())
                .settings(device.settings())
                .spillFolder(Path.of(Utils.getLocalDir(SparkEnv.get().conf())))
                .build();
    }

    /// The memory of the running task, given back when the task ends, after what was opened later.
    static TaskMemory open(TaskContext task) {
        return open(task, TaskDevice.CPU);
    }

    /// The same, for an operator that groups on a device.
    static TaskMemory open(TaskContext task, TaskDevice device) {
        TaskMemoryManager manager = task.taskMemoryManager();
        MemoryMode mode = manager.getTungstenMemoryMode();
        TaskMemory memory = new TaskMemory(manager, mode, Math.max(LEAST_BYTES, TaskShare.bytes(mode)), device);
        task.addTaskCompletionListener((TaskCompletionListener) _ -> memory.release());
        return memory;
    }

    MemoryPool pool() {
        return pool;
    }

    QueryContext context() {
        return context;
    }

    @Override
    public boolean grow(long bytes) {
        long granted = acquireMemory(bytes);
        if (granted < bytes) {
            freeMemory(granted);
            return false;
        }
        return true;
    }

    @Override
    public void shrink(long bytes) {
        freeMemory(bytes);
    }

    /// Spark asks for memory that another operator of the task needs. When this one asks itself, its pool does what it
    /// can after the refusal.
    @Override
    public long spill(long size, MemoryConsumer trigger) {
        return trigger == this ? 0 : pool.spillRequested(size);
    }

    private void release() {
        pool.close();
        freeMemory(getUsed());
    }
}
