package dev.sheaf.spark.bench;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// The runs of one query by both. Ratios above 1 say how much faster the plugin makes it.
record Contest(String name, String sql, List<Cost> vanilla, List<Cost> sheaf) {
    static final String HEADING = String.format(
            Locale.ROOT,
            "%-8s %10s %10s %6s %10s %10s %6s %10s %10s",
            "query",
            "wall ms",
            "Sheaf",
            "ratio",
            "cpu ms",
            "Sheaf",
            "ratio",
            "shuffle",
            "Sheaf");

    double wallRatio() {
        return median(vanilla, Cost::wallMillis) / median(sheaf, Cost::wallMillis);
    }

    double cpuRatio() {
        return median(vanilla, Cost::cpuMillis) / median(sheaf, Cost::cpuMillis);
    }

    static double median(List<Cost> costs, ToDoubleFunction<Cost> of) {
        double[] sorted = costs.stream().mapToDouble(of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%-8s %10.0f %10.0f %6.2f %10.0f %10.0f %6.2f %10.0f %10.0f",
                name,
                median(vanilla, Cost::wallMillis),
                median(sheaf, Cost::wallMillis),
                wallRatio(),
                median(vanilla, Cost::cpuMillis),
                median(sheaf, Cost::cpuMillis),
                cpuRatio(),
                median(vanilla, Cost::shuffleBytes),
                median(sheaf, Cost::shuffleBytes));
    }
}
