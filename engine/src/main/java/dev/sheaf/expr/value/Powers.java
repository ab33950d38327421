package dev.sheaf.expr.value;

/// Powers of ten, and of two.
public final class Powers {
    /// The greatest exponent whose power fits a long.
    public static final int MAX_LONG = 18;

    private static final long[] LONGS = new long[MAX_LONG + 1];

    static {
        LONGS[0] = 1;
        for (int i = 1; i <= MAX_LONG; i++) {
            LONGS[i] = 10 * LONGS[i - 1];
        }
    }

    private static final double LN_2 = Math.log(2);

    private Powers() {}

    public static long longTen(int exponent) {
        return LONGS[exponent];
    }

    /// The nearest double, exact up to 10^22.
    public static double doubleTen(int exponent) {
        return exponent <= MAX_LONG ? (double) LONGS[exponent] : Double.parseDouble("1e" + exponent);
    }

    /// The logarithm to the base of two: exact for powers of two, which a quotient of logarithms is not.
    public static double log2(double value) {
        int exponent = Math.getExponent(value);
        boolean isPower = exponent <= Double.MAX_EXPONENT && value == Math.scalb(1.0, exponent);
        return isPower ? exponent : Math.log(value) / LN_2;
    }
}
