package dev.sheaf.benchmarks.frames;

import dev.sheaf.benchmarks.report.Timing;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Supplier;

/// What one run of an operation takes, in milliseconds.
///
/// @param wall from its start to its end
/// @param processor of all threads of its process; it hardly changes when the machine is shared, which wall time does
record Cost(double wall, double processor) {
    private static final com.sun.management.OperatingSystemMXBean SYSTEM =
            (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final double NANOS_A_MILLI = 1e6;

    /// What was made, and what that took.
    record Made<R>(R result, Cost cost) {}

    /// Does some work in this process.
    static <R> Made<R> of(Supplier<R> work) {
        long processor = SYSTEM.getProcessCpuTime();
        long start = System.nanoTime();
        R result = work.get();
        double wall = (System.nanoTime() - start) / NANOS_A_MILLI;
        return new Made<>(result, new Cost(wall, (SYSTEM.getProcessCpuTime() - processor) / NANOS_A_MILLI));
    }

    /// The median of wall times; the mean of processor times, which a process is told in coarse steps.
    static Cost typical(List<Cost> runs) {
        return new Cost(
                Timing.median(runs.stream().map(Cost::wall).toList()),
                runs.stream().mapToDouble(Cost::processor).average().orElse(Double.NaN));
    }

    /// Where nothing was run.
    static Cost none() {
        return new Cost(Double.NaN, Double.NaN);
    }
}
