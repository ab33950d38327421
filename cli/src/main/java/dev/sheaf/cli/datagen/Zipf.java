package dev.sheaf.cli.datagen;

/// Ranks 1 to `count` of which rank `k` is drawn with a probability in proportion to `k` to the power of
/// `-exponent`. Cost: constant, a little more than one draw a rank on average.
///
/// @see <a href="https://doi.org/10.1145/235025.235029">Hörmann, Derflinger: Rejection-inversion to generate
///     variates from monotone discrete distributions, TOMACS 6(3) 1996</a>
final class Zipf {
    private final long count;
    private final double exponent;
    private final double integralOfFirst;
    private final double integralOfAll;
    private final double alwaysAccepted;

    Zipf(long count, double exponent) {
        if (!(exponent > 0) || exponent > 100) {
            throw new IllegalArgumentException("a Zipf exponent is above 0 and at most 100, not " + exponent);
        }
        this.count = count;
        this.exponent = exponent;
        this.integralOfFirst = integral(1.5) - 1;
        this.integralOfAll = integral(count + 0.5);
        this.alwaysAccepted = 2 - inverseIntegral(integral(2.5) - Math.pow(2, -exponent));
    }

    /// The rank that belongs to a draw of 64 random bits.
    long rank(long bits) {
        for (int attempt = 0; ; attempt++) {
            double area = integralOfAll + Draws.unit(bits, attempt) * (integralOfFirst - integralOfAll);
            double x = inverseIntegral(area);
            long rank = Math.clamp(Math.round(x), 1L, count);
            if (rank - x <= alwaysAccepted || area >= integral(rank + 0.5) - Math.pow(rank, -exponent)) {
                return rank;
            }
        }
    }

    /// An antiderivative of x to the power of -exponent.
    private double integral(double x) {
        double log = Math.log(x);
        return log * expm1Over((1 - exponent) * log);
    }

    private double inverseIntegral(double area) {
        double t = Math.max(area * (1 - exponent), -1);
        return Math.exp(area * log1pOver(t));
    }

    /// `expm1(x) / x`, also near 0, where the exponent is near 1.
    private static double expm1Over(double x) {
        return Math.abs(x) > 1e-8 ? Math.expm1(x) / x : 1 + x / 2;
    }

    private static double log1pOver(double x) {
        return Math.abs(x) > 1e-8 ? Math.log1p(x) / x : 1 - x / 2;
    }
}
