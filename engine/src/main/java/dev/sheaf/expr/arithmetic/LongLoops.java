package dev.sheaf.expr.arithmetic;

/// Arithmetic on longs, one loop per operator. Each returns a word whose sign bit is set if a row overflowed 64
/// bits; rows that are null or not active count too, so that a caller who sees the bit has to look closer.
public final class LongLoops {
    /// The most bits of whole numbers that are divided as doubles.
    private static final int SHORT_BITS = 52;

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
    public static int magnitudeBits(long[] values, int rows) {
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
        if (areShort(a, b, rows)) {
            divideShort(a, b, out, rows);
            return 0;
        }
        long overflow = 0;
        for (int row = 0; row < rows; row++) {
            long divisor = b[row] == 0 ? 1 : b[row];
            long quotient = a[row] / divisor;
            overflow |= a[row] & divisor & quotient;
            out[row] = quotient;
        }
        return overflow;
    }

    /// Whether quotients may be found as doubles, which vector units divide as they do not divide whole numbers. A
    /// quotient that is not whole is further below the next whole number `n` than rounding closes: by `1 / |b|` at
    /// least, while half of a double's last bit is `n / 2^53` at most, and `n * |b|` is less than `|a| + |b|`.
    private static boolean areShort(long[] a, long[] b, int rows) {
        return Math.max(magnitudeBits(a, rows), magnitudeBits(b, rows)) <= SHORT_BITS;
    }

    private static boolean areShort(long[] values, long divisor, int rows) {
        return divisor >>> SHORT_BITS == 0 && magnitudeBits(values, rows) <= SHORT_BITS;
    }

    private static void divideShort(long[] a, long[] b, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            long oneForZero = 1 + ((b[row] | -b[row]) >> 63);
            out[row] = (long) ((double) a[row] / (double) (b[row] | oneForZero));
        }
    }

    /// Quotients by a positive number, cut towards zero; `out` may be the values themselves.
    public static void divide(long[] values, long divisor, long[] out, int rows) {
        if (areShort(values, divisor, rows)) {
            for (int row = 0; row < rows; row++) {
                out[row] = (long) ((double) values[row] / (double) divisor);
            }
        } else {
            for (int row = 0; row < rows; row++) {
                out[row] = values[row] / divisor;
            }
        }
    }

    /// The same, rounded down.
    public static void floorDivide(long[] values, long divisor, long[] out, int rows) {
        if (areShort(values, divisor, rows)) {
            for (int row = 0; row < rows; row++) {
                long quotient = (long) ((double) values[row] / (double) divisor);
                out[row] = quotient + ((values[row] - quotient * divisor) >> 63);
            }
        } else {
            for (int row = 0; row < rows; row++) {
                out[row] = Math.floorDiv(values[row], divisor);
            }
        }
    }

    /// What [#floorDivide] leaves, from 0 to below the divisor.
    public static void floorRemainder(long[] values, long divisor, long[] out, int rows) {
        if (areShort(values, divisor, rows)) {
            for (int row = 0; row < rows; row++) {
                long rest = values[row] - (long) ((double) values[row] / (double) divisor) * divisor;
                out[row] = rest + (divisor & (rest >> 63));
            }
        } else {
            for (int row = 0; row < rows; row++) {
                out[row] = Math.floorMod(values[row], divisor);
            }
        }
    }

    static long divideUnsigned(long[] a, long[] b, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Long.divideUnsigned(a[row], b[row] == 0 ? 1 : b[row]);
        }
        return 0;
    }

    /// Remainders, with the sign of what is divided; of a division by 0 any number of its type.
    static long remainder(long[] a, long[] b, long[] out, int rows) {
        if (areShort(a, b, rows)) {
            remainderShort(a, b, out, rows);
            return 0;
        }
        for (int row = 0; row < rows; row++) {
            out[row] = a[row] % (b[row] == 0 ? 1 : b[row]);
        }
        return 0;
    }

    private static void remainderShort(long[] a, long[] b, long[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            long quotient = (long) ((double) a[row] / (double) b[row]);
            out[row] = a[row] - quotient * b[row];
        }
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
    public static long outside(long[] values, long least, long most, int rows) {
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
