package dev.sheaf.window;

import dev.sheaf.column.Int128;
import java.math.BigDecimal;
import java.math.MathContext;

/// The mean of an exact sum, rounded once.
final class ExactMean {
    /// Whole numbers up to here are doubles as they are.
    private static final long EXACT = 1L << 53;

    private ExactMean() {}

    static double of(long high, long low, int scale, long count) {
        if (scale == 0 && high == low >> 63 && low <= EXACT && low >= -EXACT) {
            return (double) low / count;
        }
        return new BigDecimal(Int128.toBigInteger(high, low), scale)
                .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128)
                .doubleValue();
    }
}
