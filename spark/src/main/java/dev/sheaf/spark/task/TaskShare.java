package dev.sheaf.spark.task;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.memory.MemoryManager;
import org.apache.spark.memory.MemoryMode;

/// How much of an executor's memory is a task's: as much as Spark gives each if all its cores have one.
final class TaskShare {
    private static final Pattern LOCAL = Pattern.compile("local\\[(\\d+)(?:,\\s*\\d+)?]");
    private static final Pattern CLUSTER = Pattern.compile("local-cluster\\[\\s*\\d+\\s*,\\s*(\\d+)\\s*,.*");

    private TaskShare() {}

    static long bytes(MemoryMode mode) {
        MemoryManager manager = SparkEnv.get().memoryManager();
        long all = mode == MemoryMode.OFF_HEAP
                ? manager.maxOffHeapStorageMemory() + manager.offHeapExecutionMemoryUsed()
                : manager.maxOnHeapStorageMemory() + manager.onHeapExecutionMemoryUsed();
        return all / tasks(SparkEnv.get().conf());
    }

    /// How many tasks an executor runs at once.
    static int tasks(SparkConf conf) {
        int cores = conf.getInt("spark.executor.cores", coresOf(conf.get("spark.master", "")));
        return Math.max(1, cores / Math.max(1, conf.getInt("spark.task.cpus", 1)));
    }

    private static int coresOf(String master) {
        for (Pattern pattern : new Pattern[] {LOCAL, CLUSTER}) {
            Matcher cores = pattern.matcher(master);
            if (cores.matches()) {
                return Integer.parseInt(cores.group(1));
            }
        }
        return master.equals("local") ? 1 : Runtime.getRuntime().availableProcessors();
    }
}
