package dev.sheaf.expr.arithmetic;

import dev.sheaf.expr.vector.Vector;

/// Arithmetic on 128-bit integers in two words, one loop per operator; results wrap at 128 bits.
final class WideLoops {
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

    /// Longs as 128-bit integers.
    static void extend(long[] values, Vector.Wides out, int rows) {
        System.arraycopy(values, 0, out.low(), 0, rows);
        for (int row = 0; row < rows; row++) {
            out.high()[row] = values[row] >> 63;
        }
    }

    /// The least `n` such that all values lie in `[-2^n, 2^n)`.
    static int magnitudeBits(Vector.Wides values, int rows) {
        long highBits = 0;
        long lowBits = 0;
        for (int row = 0; row < rows; row++) {
            long sign = values.high()[row] >> 63;
            highBits |= values.high()[row] ^ sign;
            lowBits |= values.low()[row] ^ sign;
        }
        return highBits == 0
                ? Long.SIZE - Long.numberOfLeadingZeros(lowBits)
                : 2 * Long.SIZE - Long.numberOfLeadingZeros(highBits);
    }
}
