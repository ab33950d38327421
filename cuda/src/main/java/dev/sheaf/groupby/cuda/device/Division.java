package dev.sheaf.groupby.cuda.device;

/// Division of numbers below 2^31 by a fixed one, as kernels do it: the high word of a product, shifted.
///
/// With l = ceil(log2(divisor)), the quotient is n * ceil(2^(31 + l) / divisor) / 2^(31 + l). A divisor of 1
/// has no such factor of 32 bits; kernels treat it on their own.
public record Division(int magic, int shift) {
    public static final Division BY_TWO = by(2);

    public static Division by(long divisor) {
        int log = Long.SIZE - Long.numberOfLeadingZeros(Math.max(divisor - 1, 1));
        return new Division((int) (((1L << (31 + log)) + divisor - 1) / divisor), log - 1);
    }
}
