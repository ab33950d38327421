package dev.sheaf.groupby.cpu.exact;

import java.math.BigInteger;

/// Rounds exact numbers to the nearest double, ties to even, as IEEE 754 does.
public final class ExactRounding {
    /// The exponent of the least positive double: units of exact sums are 2 to this power.
    public static final int UNIT_EXPONENT = Double.MIN_EXPONENT - (Double.PRECISION - 1);

    private ExactRounding() {}

    /// The double nearest to `numerator / denominator * 2^exponent`; the denominator is positive.
    public static double nearest(BigInteger numerator, BigInteger denominator, int exponent) {
        if (numerator.signum() == 0) {
            return 0;
        }
        BigInteger magnitude = numerator.abs();
        // Two bits more than a double holds, and a third that says whether anything follows, decide the rounding.
        int excess = magnitude.bitLength() - denominator.bitLength() - (Double.PRECISION + 2);
        int shift = Math.max(excess, UNIT_EXPONENT - 2 - exponent);
        BigInteger scaled = shift <= 0 ? magnitude.shiftLeft(-shift) : magnitude;
        BigInteger divisor = shift <= 0 ? denominator : denominator.shiftLeft(shift);
        BigInteger[] parts = scaled.divideAndRemainder(divisor);
        long quotient = parts[0].longValueExact() << 1 | (parts[1].signum() == 0 ? 0 : 1);
        double rounded = round(quotient, exponent + shift - 1);
        return numerator.signum() < 0 ? -rounded : rounded;
    }

    /// `bits * 2^exponent`, where the last of `bits` stands for all that was cut off.
    static double round(long bits, int exponent) {
        int length = Long.SIZE - Long.numberOfLeadingZeros(bits);
        int drop = Math.max(length - Double.PRECISION, UNIT_EXPONENT - exponent);
        if (drop <= 0) {
            return Math.scalb((double) bits, exponent);
        }
        if (drop > length) {
            return 0;
        }
        long kept = bits >>> drop;
        long half = 1L << (drop - 1);
        long rest = bits & ((half << 1) - 1);
        if (rest > half || (rest == half && (kept & 1) == 1)) {
            kept++;
        }
        return Math.scalb((double) kept, exponent + drop);
    }
}
