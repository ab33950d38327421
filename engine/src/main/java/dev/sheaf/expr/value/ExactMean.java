package dev.sheaf.expr.value;

import dev.sheaf.column.Int128;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/// The mean of an exact sum, rounded once.
public final class ExactMean {
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

    /// Of a sum of 128 bits with `scale` digits behind the point. Where sum and divisor are doubles as they are, their
    /// quotient is the nearest double: that of two numbers of 53 bits never lies halfway between two.
    public static double of(long high, long low, int scale, long count) {
        if (high == low >> 63 && low <= EXACT && low >= -EXACT && scale >= 0 && scale < POWERS.length) {
            long power = POWERS[scale];
            if (count <= EXACT / power) {
                return (double) low / (power * count);
            }
        }
        return of(Int128.toBigInteger(high, low), scale, count);
    }

    /// Of a sum of any size.
    public static double of(BigInteger sum, int scale, long count) {
        return new BigDecimal(sum, scale)
                .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128)
                .doubleValue();
    }
}
