package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Int128;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.LongBuffer;

/// Arithmetic of unscaled decimals.
public final class Decimals {
    private static final BigInteger LIMIT = BigInteger.TEN.pow(DataType.DecimalType.MAX_PRECISION);

    private Decimals() {}

    /// 10 to the `scale`; exact up to 22.
    public static double power(int scale) {
        return Double.parseDouble("1e" + scale);
    }

    /// Whether a value has at most 38 digits.
    public static boolean fits(long high, long low) {
        return high == low >> 63 || Int128.toBigInteger(high, low).abs().compareTo(LIMIT) < 0;
    }

    /// `wraps * 2^64 + low`, `low` signed.
    public static BigInteger exact(long wraps, long low) {
        return BigInteger.valueOf(wraps).shiftLeft(Long.SIZE).add(BigInteger.valueOf(low));
    }

    static double unsignedToDouble(long value) {
        return value >= 0 ? value : Int128.toBigInteger(0, value).doubleValue();
    }

    /// Decimals of 128 bits as doubles, from row `from` on.
    static void doubles(LongBuffer values, int from, int scale, int rows, double[] out) {
        double power = power(scale);
        for (int i = 0; i < rows; i++) {
            int at = 2 * (from + i);
            long low = values.get(at);
            long high = values.get(at + 1);
            out[i] = high == low >> 63 && scale <= 22 ? low / power : wide(high, low, scale);
        }
    }

    private static double wide(long high, long low, int scale) {
        return new BigDecimal(Int128.toBigInteger(high, low), scale).doubleValue();
    }
}
