package dev.sheaf.window;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.Longs;

/// Exponentially weighted means of the float64 of a run.
record SmoothLoop(RunFunction.Smoothed smoothed, FixedColumn values, RunResult result) {

    void run(int from, int to) {
        Longs in = Longs.of(values.segment());
        double kept = 1 - smoothed.alpha();
        double mean = 0;
        double weight = 0;
        boolean began = false;
        for (int i = from; i < to; i++) {
            weight *= kept;
            if (values.validity().isValid(i)) {
                double value = FloatFold.get(in, i);
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
