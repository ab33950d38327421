package dev.sheaf.benchmarks.contest;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long WORK_NANOS = 20_000_000;

    @Test
    void workOfTwoThreadsIsCounted() throws InterruptedException {
        ThreadTimes before = ThreadTimes.now();
        Thread other = new Thread(() -> {
            work();
            synchronized (THREADS) {
                try {
                    THREADS.wait();
                } catch (InterruptedException _) {
                    // the test has ended
                }
            }
        });
        other.start();
        work();
        while (other.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(before.millisSince()).isGreaterThanOrEqualTo(2 * WORK_NANOS / 1e6);
        other.interrupt();
        other.join();
    }

    /// Takes processor time of this thread.
    private static void work() {
        long end = THREADS.getCurrentThreadCpuTime() + WORK_NANOS;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }
}
