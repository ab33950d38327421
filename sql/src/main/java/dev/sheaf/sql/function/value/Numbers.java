package dev.sheaf.sql.function.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Functions of numbers.
public final class Numbers {
    /// The factorial of the next number has 39 digits.
    private static final int MOST_FACTORIAL = 33;

    private static final int MOST_DIGITS = 1_100;

    private Numbers() {}

    /// The next even whole number, away from 0.
    public static double even(double x) {
        double whole = x < 0 ? -Math.ceil(-x) : Math.ceil(x);
        return whole % 2 == 0 ? whole : whole + (x < 0 ? -1 : 1);
    }

    public static double inverseHyperbolicSine(double x) {
        double size = Math.abs(x);
        double result = size > 1e150
                ? Math.log(size) + Math.log(2)
                : Math.log1p(size + size * size / (1 + Math.sqrt(1 + size * size)));
        return Math.copySign(result, x);
    }

    public static double inverseHyperbolicCosine(double x) {
        return x > 1e150 ? Math.log(x) + Math.log(2) : Math.log(x + Math.sqrt(x * x - 1));
    }

    public static double inverseHyperbolicTangent(double x) {
        return Math.log1p(2 * x / (1 - x)) / 2;
    }

    public static long greatestCommonDivisor(long a, long b) {
        return BigInteger.valueOf(a).gcd(BigInteger.valueOf(b)).longValueExact();
    }

    public static long leastCommonMultiple(long a, long b) {
        return a == 0 || b == 0 ? 0 : Math.absExact(Math.multiplyExact(a / greatestCommonDivisor(a, b), b));
    }

    public static BigDecimal factorial(int n) {
        if (n < 0 || n > MOST_FACTORIAL) {
            throw new ArithmeticException("takes 0 to " + MOST_FACTORIAL);
        }
        BigInteger product = BigInteger.ONE;
        for (int i = 2; i <= n; i++) {
            product = product.multiply(BigInteger.valueOf(i));
        }
        return new BigDecimal(product);
    }

    /// In how many ways k of n things are chosen; an error if that has more than 38 digits.
    public static BigDecimal binomial(int n, int k) {
        if (n < 0 || k < 0) {
            throw new ArithmeticException("takes no negative numbers");
        }
        BigInteger ways = k > n ? BigInteger.ZERO : BigInteger.ONE;
        for (int i = 1; i <= Math.min(k, n - k); i++) {
            ways = ways.multiply(BigInteger.valueOf(n - i + 1L)).divide(BigInteger.valueOf(i));
            if (ways.bitLength() >= Long.SIZE * 2 - 1) {
                throw new ArithmeticException("of " + n + " and " + k + " has more than 38 digits");
            }
        }
        return new BigDecimal(ways);
    }

    /// The gamma function: of whole numbers the product, of others by its logarithm. NaN where it has a pole.
    public static double gamma(double x) {
        if (isPole(x) || x == Double.NEGATIVE_INFINITY) {
            return Double.NaN;
        }
        if (x == Math.rint(x) && x > 0 && x < 172) {
            double product = 1;
            for (int i = 2; i < x; i++) {
                product *= i;
            }
            return product;
        }
        return x < 0.5 ? Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x)) : Math.exp(logGamma(x));
    }

    /// The logarithm of the absolute value of [#gamma(double)], by Lanczos' sum with g = 7.
    public static double logGamma(double x) {
        if (isPole(x) || Double.isInfinite(x)) {
            return Double.POSITIVE_INFINITY;
        }
        if (x == 1 || x == 2) {
            return 0;
        }
        if (x < 0.5) {
            return Math.log(Math.abs(Math.PI / Math.sin(Math.PI * x))) - logGamma(1 - x);
        }
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x - 1 + i);
        }
        double t = x + 6.5;
        return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(t) - t + Math.log(sum);
    }

    private static boolean isPole(double x) {
        return x < 0 && x == Math.rint(x) && !Double.isInfinite(x);
    }

    /// To a number of digits, halves to the even neighbour. No double has digits beyond 10^±1,100.
    public static double roundEven(double x, int digits) {
        int scale = Math.clamp(digits, -MOST_DIGITS, MOST_DIGITS);
        return Double.isFinite(x)
                ? BigDecimal.valueOf(x).setScale(scale, RoundingMode.HALF_EVEN).doubleValue()
                : x;
    }

    /// C. Lanczos, A precision approximation of the gamma function, SIAM J. Numer. Anal. 1964; nine coefficients.
    private static final double[] LANCZOS = {
        0.99999999999980993,
        676.5203681218851,
        -1259.1392167224028,
        771.32342877765313,
        -176.61502916214059,
        12.507343278686905,
        -0.13857109526572012,
        9.9843695780195716e-6,
        1.5056327351493116e-7
    };
}
