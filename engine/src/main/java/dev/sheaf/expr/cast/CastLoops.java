package dev.sheaf.expr.cast;

import dev.sheaf.expr.arithmetic.LongLoops;
import dev.sheaf.expr.vector.Vector;

/// Conversions between vectors of numbers, one loop each.
final class CastLoops {
    private CastLoops() {}

    /// Times a positive factor; the sign bit of the result is set if a product may not fit.
    static long multiply(long[] values, long factor, long[] out, int rows) {
        long most = Long.MAX_VALUE / factor;
        long outside = 0;
        for (int row = 0; row < rows; row++) {
            outside |= (most - values[row]) | (values[row] + most);
            out[row] = values[row] * factor;
        }
        return factor == 1 ? 0 : outside;
    }

    static void multiply(long[] values, long factor, Vector.Wides out, int rows) {
        for (int row = 0; row < rows; row++) {
            out.high()[row] = Math.multiplyHigh(values[row], factor);
            out.low()[row] = values[row] * factor;
        }
    }

    /// By a positive divisor, half rounded away from zero; `out` is not the values.
    static void divide(long[] values, long divisor, long[] out, int rows) {
        LongLoops.divide(values, divisor, out, rows);
        long half = (divisor + 1) >>> 1;
        for (int row = 0; row < rows; row++) {
            long rest = values[row] - out[row] * divisor;
            long up = Math.abs(rest) >= half ? 1 | (values[row] >> 63) : 0;
            out[row] += up;
        }
    }

    static void ceilDivide(long[] values, long divisor, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Math.ceilDiv(values[row], divisor);
        }
    }

    static void toDoubles(long[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = values[row];
        }
    }

    /// Rounded once, to float32; by way of float64 it could be rounded twice.
    static void toFloats(long[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = (float) values[row];
        }
    }

    static void unsignedToDoubles(long[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            double upper = (double) ((values[row] >>> 1) | (values[row] & 1)) * 2;
            out[row] = values[row] >= 0 ? values[row] : upper;
        }
    }

    static void divide(double[] values, double divisor, int rows) {
        for (int row = 0; row < rows; row++) {
            values[row] /= divisor;
        }
    }

    static void bitsToLongs(long[] bits, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = bits[row >>> 6] >>> row & 1;
        }
    }
}
