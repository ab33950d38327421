package dev.sheaf.expr;

/// Arithmetic on longs, one loop per operator. Each returns a word whose sign bit is set if a row overflowed 64
/// bits; rows that are null or not active count too, so that a caller who sees the bit has to look closer.
final class LongLoops {
    private LongLoops() {}

    static long add(long[] a, long[] b, long[] out, int rows) {
        long overflow = 0;
        for (int row = 0; row < rows; row++) {
            long sum = a[row] + b[row];
            overflow |= (a[row] ^ sum) & (b[row] ^ sum);
            out[row] = sum;
        }
        return overflow;
    }

    static long addUnsigned(long[] a, long[] b, long[] out, int rows) {
        long carry = 0;
        for (int row = 0; row < rows; row++) {
            long sum = a[row] + b[row];
            carry |= (a[row] & b[row]) | ((a[row] | b[row]) & ~sum);
            out[row] = sum;
        }
        return carry;
    }

    static long subtract(long[] a, long[] b, long[] out, int rows) {
        long overflow = 0;
        for (int row = 0; row < rows; row++) {
            long difference = a[row] - b[row];
            overflow |= (a[row] ^ b[row]) & (a[row] ^ difference);
            out[row] = difference;
        }
        return overflow;
    }

    static long subtractUnsigned(long[] a, long[] b, long[] out, int rows) {
        long borrow = 0;
        for (int row = 0; row < rows; row++) {
            long difference = a[row] - b[row];
            borrow |= (~a[row] & b[row]) | ((~a[row] | b[row]) & difference);
            out[row] = difference;
        }
        return borrow;
    }

    /// Multiplies without a check when the widest operands leave room, which a cheap pass over them tells: the
    /// check costs a second multiplication that no vector unit has.
    static long multiply(long[] a, long[] b, long[] out, int rows) {
        int bits = magnitudeBits(a, rows) + magnitudeBits(b, rows);
        if (bits < Long.SIZE - 1) {
            multiplyWrapping(a, b, out, rows);
            return 0;
        }
        return multiplyChecked(a, b, out, rows);
    }

    private static void multiplyWrapping(long[] a, long[] b, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = a[row] * b[row];
        }
    }

    private static long multiplyChecked(long[] a, long[] b, long[] out, int rows) {
        long overflow = 0;
        for (int row = 0; row < rows; row++) {
            long low = a[row] * b[row];
            long excess = Math.multiplyHigh(a[row], b[row]) ^ (low >> 63);
            overflow |= excess | -excess;
            out[row] = low;
        }
        return overflow;
    }

    /// The least `n` such that all values lie in `[-2^n, 2^n)`.
    static int magnitudeBits(long[] values, int rows) {
        long bits = 0;
        for (int row = 0; row < rows; row++) {
            bits |= values[row] ^ (values[row] >> 63);
        }
        return Long.SIZE - Long.numberOfLeadingZeros(bits);
    }

    static long multiplyUnsigned(long[] a, long[] b, long[] out, int rows) {
        long overflow = 0;
        for (int row = 0; row < rows; row++) {
            long excess = Math.unsignedMultiplyHigh(a[row], b[row]);
            overflow |= excess | -excess;
            out[row] = a[row] * b[row];
        }
        return overflow;
    }

    /// Quotients, cut towards zero; of a division by 0 any number.
    static long divide(long[] a, long[] b, long[] out, int rows) {
        long overflow = 0;
        for (int row = 0; row < rows; row++) {
            long divisor = b[row] == 0 ? 1 : b[row];
            long quotient = a[row] / divisor;
            overflow |= a[row] & divisor & quotient;
            out[row] = quotient;
        }
        return overflow;
    }

    static long divideUnsigned(long[] a, long[] b, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Long.divideUnsigned(a[row], b[row] == 0 ? 1 : b[row]);
        }
        return 0;
    }

    static long remainder(long[] a, long[] b, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = a[row] % (b[row] == 0 ? 1 : b[row]);
        }
        return 0;
    }

    static long remainderUnsigned(long[] a, long[] b, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Long.remainderUnsigned(a[row], b[row] == 0 ? 1 : b[row]);
        }
        return 0;
    }

    static long negate(long[] values, long[] out, int rows) {
        long overflow = 0;
        for (int row = 0; row < rows; row++) {
            long negated = -values[row];
            overflow |= negated & values[row];
            out[row] = negated;
        }
        return overflow;
    }

    static long abs(long[] values, long[] out, int rows) {
        long overflow = 0;
        for (int row = 0; row < rows; row++) {
            long absolute = Math.abs(values[row]);
            overflow |= absolute;
            out[row] = absolute;
        }
        return overflow;
    }

    /// A word whose sign bit is set if a value lies outside `[least, most]`.
    static long outside(long[] values, long least, long most, int rows) {
        long outside = 0;
        for (int row = 0; row < rows; row++) {
            outside |= (values[row] - least) | (most - values[row]);
        }
        return outside;
    }

    /// Takes the validity off rows whose value is 0.
    static void dropZeros(long[] values, long[] valid, int words) {
        for (int word = 0; word < words; word++) {
            long nonZero = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                nonZero |= (values[(word << 6) + bit] != 0 ? 1L : 0L) << bit;
            }
            valid[word] &= nonZero;
        }
    }
}
