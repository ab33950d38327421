package dev.sheaf.benchmarks.report;

import java.util.stream.DoubleStream;

/// What ratios come to.
public final class Means {
    private Means() {}

    /// The geometric mean; NaN of none, and where one is NaN.
    public static double geometric(DoubleStream ratios) {
        return Math.exp(ratios.map(Math::log).average().orElse(Double.NaN));
    }
}
