package dev.sheaf.benchmarks.contest;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/// Waits for the compilers of this process. While they work, runs on all processors lack one of them for a part of
/// the time, which runs on one thread do not notice.
///
/// Their processor time is what the process takes beside its Java threads, the collector's included. The virtual
/// machine's own count of it knows of a compilation when it has ended, and large methods take a second.
public final class Compilers {
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /// The compilers are quiet when they take less than this share of the time.
    private static final double QUIET = 0.02;

    private static final long LOOK_NANOS = 1_000_000_000L;

    private Compilers() {}

    /// Does rounds of work until the compilers were quiet for a second, or for `most` seconds.
    public static void quieten(double most, Runnable round) {
        long start = System.nanoTime();
        boolean quiet = false;
        while (!quiet && System.nanoTime() - start < most * 1e9) {
            quiet = areQuietDuring(round);
        }
    }

    private static boolean areQuietDuring(Runnable round) {
        long start = System.nanoTime();
        long before = nanosBesideThreads();
        do {
            round.run();
        } while (System.nanoTime() - start < LOOK_NANOS);
        return nanosBesideThreads() - before <= QUIET * (System.nanoTime() - start);
    }

    /// Processor time of this process that none of its Java threads has taken. Of those that have ended it stays in, so
    /// that a second in which one ends does not count as quiet.
    private static long nanosBesideThreads() {
        long[] threadNanos = THREADS.getThreadCpuTime(THREADS.getAllThreadIds());
        return PROCESS.getProcessCpuTime()
                - Arrays.stream(threadNanos).filter(nanos -> nanos > 0).sum();
    }
}
