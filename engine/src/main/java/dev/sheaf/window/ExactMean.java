package dev.sheaf.window;

import dev.sheaf.column.Int128;
import java.math.BigDecimal;
import java.math.MathContext;

/// The mean of an exact sum, rounded once.
final class ExactMean {
    /// Whole numbers up to here are doubles as they are.
    private static final long EXACT = 1L << 53;

    /// Of 10, as far as they are at most [#EXACT].
    private static final long[] POWERS = powers();

    private ExactMean() {}

    private static long[] powers() {
        long[] powers = new long[16];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = 10 * powers[i - 1];
        }
        return powers;
    }

    static double of(long high, long low, int scale, long count) {
        if (high == low >> 63 && low <= EXACT && low >= -EXACT && scale >= 0 && scale < POWERS.length) {
            long power = POWERS[scale];
            if (count <= EXACT / power) {
                return (double) low / (power * count);
            }
        }
        return new BigDecimal(Int128.toBigInteger(high, low), scale)
                .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128)
                .doubleValue();
    }
}
