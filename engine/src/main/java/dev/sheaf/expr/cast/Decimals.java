package dev.sheaf.expr.cast;

import dev.sheaf.expr.arithmetic.DoubleLoops;
import dev.sheaf.expr.value.Powers;

/// Decimals out of floats.
final class Decimals {
    private Decimals() {}

    /// The whole double nearest to `value` times 10 to the `scale`, half away from zero.
    static double scaled(double value, int scale) {
        return DoubleLoops.round(value * Powers.doubleTen(scale));
    }
}
