package dev.sheaf.spark.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The runs of one query by both. Ratios above 1 say how much faster the plugin makes it.
record Contest(String name, String sql, List<Cost> vanilla, List<Cost> sheaf) {
    private double wallRatio() {
        return median(vanilla, Cost::wallMillis) / median(sheaf, Cost::wallMillis);
    }

    private double cpuRatio() {
        return median(vanilla, Cost::cpuMillis) / median(sheaf, Cost::cpuMillis);
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> of) {
        double[] sorted = costs.stream().mapToDouble(of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// The medians as JSON, on one line.
    String line() {
        return String.format(
                Locale.ROOT,
                "{\"question\": \"%s\", %s, %s, \"gpuTasks\": %d, \"speedup\": %.3f, \"cpuSpeedup\": %.3f, \"sql\": \"%s\"}",
                name,
                costs("sheaf", sheaf),
                costs("spark", vanilla),
                sheaf.stream().mapToLong(Cost::gpuTasks).max().orElse(0),
                wallRatio(),
                cpuRatio(),
                sql);
    }

    private static String costs(String who, List<Cost> costs) {
        return String.format(
                Locale.ROOT,
                "\"%1$sMillis\": %2$.1f, \"%1$sCpuMillis\": %3$.1f, \"%1$sShuffleBytes\": %4$.0f",
                who,
                median(costs, Cost::wallMillis),
                median(costs, Cost::cpuMillis),
                median(costs, Cost::shuffleBytes));
    }
}
