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

    static double inverseHyperbolicSine(double x) {
        double size = Math.abs(x);
        double result = size > 1e150
                ? Math.log(size) + Math.log(2)
                : Math.log1p(size + size * size / (1 + Math.sqrt(1 + size * size)));
        return Math.copySign(result, x);
    }

    static double inverseHyperbolicCosine(double x) {
        return x > 1e150 ? Math.log(x) + Math.log(2) : Math.log(x + Math.sqrt(x * x - 1));
    }

    static double inverseHyperbolicTangent(double x) {
        return Math.log1p(2 * x / (1 - x)) / 2;
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
