package dev.sheaf.benchmarks.report;

import java.util.List;

/// How long the runs of one engine took for one question.
///
/// @param firstMillis the first run in the process
/// @param warmMillis the runs after the warm-up, in order
/// @param cpuMillis processor time of a warm run on average, over all threads; NaN for another process. It hardly
///     changes when the machine is shared, which wall time does
public record Timing(double firstMillis, List<Double> warmMillis, double cpuMillis) {
    public Timing {
        warmMillis = List.copyOf(warmMillis);
    }

    /// The middle one of the warm runs.
    public double medianMillis() {
        return median(warmMillis);
    }

    /// The fastest warm run.
    public double bestMillis() {
        return warmMillis.stream().mapToDouble(millis -> millis).min().orElse(Double.NaN);
    }

    /// The middle one of some times, the mean of two if there is none.
    public static double median(List<Double> millis) {
        List<Double> sorted = millis.stream().sorted().toList();
        int size = sorted.size();
        return size == 0 ? Double.NaN : (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
    }
}
