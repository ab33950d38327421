package dev.sheaf.expr.arithmetic;

import dev.sheaf.expr.vector.Vector;

/// Arithmetic on 128-bit integers in two words, one loop per operator; results wrap at 128 bits. Loops that judge
/// values look only at rows that are valid and active, since others hold anything.
public final class WideLoops {
    private WideLoops() {}

    static void add(Vector.Wides a, Vector.Wides b, Vector.Wides out, int rows) {
        long[] aHigh = a.high();
        long[] aLow = a.low();
        long[] bHigh = b.high();
        long[] bLow = b.low();
        long[] high = out.high();
        long[] low = out.low();
        for (int row = 0; row < rows; row++) {
            long sum = aLow[row] + bLow[row];
            long carry = ((aLow[row] & bLow[row]) | ((aLow[row] | bLow[row]) & ~sum)) >>> 63;
            low[row] = sum;
            high[row] = aHigh[row] + bHigh[row] + carry;
        }
    }

    static void subtract(Vector.Wides a, Vector.Wides b, Vector.Wides out, int rows) {
        long[] aHigh = a.high();
        long[] aLow = a.low();
        long[] bHigh = b.high();
        long[] bLow = b.low();
        long[] high = out.high();
        long[] low = out.low();
        for (int row = 0; row < rows; row++) {
            long difference = aLow[row] - bLow[row];
            long borrow = ((~aLow[row] & bLow[row]) | ((~aLow[row] | bLow[row]) & difference)) >>> 63;
            low[row] = difference;
            high[row] = aHigh[row] - bHigh[row] - borrow;
        }
    }

    /// The 128-bit products of longs, which always fit.
    static void multiply(long[] a, long[] b, Vector.Wides out, int rows) {
        long[] high = out.high();
        long[] low = out.low();
        for (int row = 0; row < rows; row++) {
            high[row] = Math.multiplyHigh(a[row], b[row]);
            low[row] = a[row] * b[row];
        }
    }

    static void multiply(Vector.Wides a, Vector.Wides b, Vector.Wides out, int rows) {
        long[] aHigh = a.high();
        long[] aLow = a.low();
        long[] bHigh = b.high();
        long[] bLow = b.low();
        long[] high = out.high();
        long[] low = out.low();
        for (int row = 0; row < rows; row++) {
            long cross = aHigh[row] * bLow[row] + aLow[row] * bHigh[row];
            high[row] = Math.unsignedMultiplyHigh(aLow[row], bLow[row]) + cross;
            low[row] = aLow[row] * bLow[row];
        }
    }

    /// The 128-bit products with a positive factor.
    public static void multiply(Vector.Wides values, long factor, Vector.Wides out, int rows) {
        long[] high = values.high();
        long[] low = values.low();
        for (int row = 0; row < rows; row++) {
            out.high()[row] = Math.unsignedMultiplyHigh(low[row], factor) + high[row] * factor;
            out.low()[row] = low[row] * factor;
        }
    }

    /// Longs as 128-bit integers.
    public static void extend(long[] values, Vector.Wides out, int rows) {
        System.arraycopy(values, 0, out.low(), 0, rows);
        for (int row = 0; row < rows; row++) {
            out.high()[row] = values[row] >> 63;
        }
    }

    /// Writes the low words, zero for rows that are not looked at, and returns whether these are the numbers, as they
    /// mostly are: a type of many digits is chosen for sums.
    public static boolean narrow(Vector.Wides values, long[] valid, long[] active, long[] out, int rows) {
        long[] high = values.high();
        long[] low = values.low();
        long beyond = 0;
        for (int row = 0; row < rows; row++) {
            long seen = seen(valid, active, row);
            out[row] = low[row] & seen;
            beyond |= (high[row] ^ (low[row] >> 63)) & seen;
        }
        return beyond == 0;
    }

    /// The least `n` such that all values lie in `[-2^n, 2^n)`.
    public static int magnitudeBits(Vector.Wides values, long[] valid, long[] active, int rows) {
        long highBits = 0;
        long lowBits = 0;
        for (int row = 0; row < rows; row++) {
            long sign = values.high()[row] >> 63;
            long seen = seen(valid, active, row);
            highBits |= (values.high()[row] ^ sign) & seen;
            lowBits |= (values.low()[row] ^ sign) & seen;
        }
        return highBits == 0
                ? Long.SIZE - Long.numberOfLeadingZeros(lowBits)
                : 2 * Long.SIZE - Long.numberOfLeadingZeros(highBits);
    }

    private static long seen(long[] valid, long[] active, int row) {
        return -((valid[row >>> 6] & active[row >>> 6]) >>> row & 1);
    }
}
