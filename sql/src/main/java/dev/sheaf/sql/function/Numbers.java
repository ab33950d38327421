package dev.sheaf.sql.function;

import java.math.BigDecimal;
import java.math.BigInteger;

/// Functions of numbers.
final class Numbers {
    /// The factorial of the next number has 39 digits.
    private static final int MOST_FACTORIAL = 33;

    private Numbers() {}

    /// The next even whole number, away from 0.
    static double even(double x) {
        double whole = x < 0 ? -Math.ceil(-x) : Math.ceil(x);
        return whole % 2 == 0 ? whole : whole + (x < 0 ? -1 : 1);
    }

    static long greatestCommonDivisor(long a, long b) {
        return BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).longValueExact();
    }

    static long leastCommonMultiple(long a, long b) {
        return a == 0 || b == 0 ? 0 : Math.absExact(Math.multiplyExact(a / greatestCommonDivisor(a, b), b));
    }

    static BigDecimal factorial(int n) {
        if (n < 0 || n > MOST_FACTORIAL) {
            throw new ArithmeticException("takes 0 to " + MOST_FACTORIAL);
        }
        BigInteger product = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return new BigDecimal(product);
    }
}
