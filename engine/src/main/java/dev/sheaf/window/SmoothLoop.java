package dev.sheaf.window;

import dev.sheaf.column.FixedColumn;
import java.lang.foreign.ValueLayout;

/// Exponentially weighted means of the float64 of a run.
record SmoothLoop(RunFunction.Smoothed smoothed, FixedColumn values, RunResult result) {

    void run(int from, int to) {
        double kept = 1 - smoothed.alpha();
        double mean = 0;
        double weight = 0;
        boolean began = false;
        for (int i = from; i < to; i++) {
            weight *= kept;
            if (values.validity().isValid(i)) {
                double value = values.segment().get(ValueLayout.JAVA_DOUBLE, (long) i << 3);
                double own = smoothed.adjusted() || weight == 0 ? 1 : smoothed.alpha();
                mean = weight == 0 ? value : (weight * mean + own * value) / (weight + own);
                weight = smoothed.adjusted() ? weight + own : 1;
                began = true;
            }
            if (began) {
                result.set(i, mean);
            } else {
                result.setNull(i);
            }
        }
    }
}
