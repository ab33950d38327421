package dev.sheaf.expr;

/// Decimals out of floats.
final class Decimals {
    /// Lifts what lies a rounding error below a half over it.
    private static final double NUDGE = 1e-9;

    private Decimals() {}

    /// The whole double nearest to `value` times 10 to the `scale`, half away from zero.
    static double scaled(double value, int scale) {
        double product = value * Powers.doubleTen(scale);
        return Math.rint(product + NUDGE * Math.signum(product));
    }
}
