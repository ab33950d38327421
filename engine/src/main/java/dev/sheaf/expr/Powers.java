package dev.sheaf.expr;

/// Powers of ten.
final class Powers {
    /// The greatest exponent whose power fits a long.
    static final int MAX_LONG = 18;

    private static final long[] LONGS = new long[MAX_LONG + 1];

    static {
        LONGS[0] = 1;
        for (int i = 1; i <= MAX_LONG; i++) {
            LONGS[i] = 10 * LONGS[i - 1];
        }
    }

    private Powers() {}

    static long longTen(int exponent) {
        return LONGS[exponent];
    }

    /// The nearest double, exact up to 10^22.
    static double doubleTen(int exponent) {
        return exponent <= MAX_LONG ? (double) LONGS[exponent] : Double.parseDouble("1e" + exponent);
    }
}
