package dev.sheaf.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/// Wall times of one piece of work that is run again and again.
final class Times {
    private final String name;
    private final List<Double> millis = new ArrayList<>();

    Times(String name) {
        this.name = name;
    }

    /// Runs the work once and takes its time.
    <R> R time(Callable<R> work) {
        long start = System.nanoTime();
        try {
            R result = work.call();
            millis.add((System.nanoTime() - start) / 1e6);
            return result;
        } catch (Exception failure) {
            throw new IllegalStateException(name + " failed", failure);
        }
    }

    double medianMillis() {
        return quantile(0.5);
    }

    /// `sheaf: median 41.2 ms (10 %: 39.8, 90 %: 47.1, best 39.5), 243 M rows/s in 15 runs`.
    String summary(long rows) {
        return String.format(
                Locale.ROOT,
                "%s: median %.1f ms (10 %%: %.1f, 90 %%: %.1f, best %.1f), %.0f M rows/s in %d runs",
                name,
                medianMillis(),
                quantile(0.1),
                quantile(0.9),
                quantile(0),
                rows / medianMillis() / 1e3,
                millis.size());
    }

    private double quantile(double q) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.round(q * (sorted.size() - 1)));
    }
}
