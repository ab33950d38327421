package dev.sheaf.benchmarks.contest;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/// The processor time that the Java threads of this process have taken: what the compilers and the collector take is
/// not in it. Threads that end meanwhile are not counted; those of queries stay for a minute.
public record ThreadTimes(Map<Long, Long> nanos) {
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /// The times so far.
    public static ThreadTimes now() {
        long[] ids = THREADS.getAllThreadIds();
        long[] times = THREADS.getThreadCpuTime(ids);
        Map<Long, Long> nanos = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            nanos.put(ids[i], Math.max(0, times[i]));
        }
        return new ThreadTimes(nanos);
    }

    /// How many milliseconds were taken since.
    public double millisSince() {
        long taken = 0;
        for (Map.Entry<Long, Long> thread : now().nanos.entrySet()) {
            taken += thread.getValue() - nanos.getOrDefault(thread.getKey(), 0L);
        }
        return taken / 1e6;
    }
}
