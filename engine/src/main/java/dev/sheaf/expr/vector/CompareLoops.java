package dev.sheaf.expr.vector;

/// Comparisons into words of a bit per row. Two comparisons serve all six operators: the others swap the operands
/// or invert the words. Loops run over whole words, past the last row into values that nobody looks at.
public final class CompareLoops {
    private static final long[] BITS = new long[Long.SIZE];

    static {
        for (int bit = 0; bit < Long.SIZE; bit++) {
            BITS[bit] = 1L << bit;
        }
    }

    private CompareLoops() {}

    /// `flip` is 0 for signed numbers and the sign bit for unsigned ones.
    static void less(long[] a, long[] b, long flip, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = lessWord(a, b, flip, word << 6);
        }
    }

    /// Signs and masks instead of comparisons: a sum of masks is what the compiler turns into vector
    /// instructions, at half the time of shifting single bits into place.
    private static long lessWord(long[] a, long[] b, long flip, int base) {
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long x = a[base + bit] ^ flip;
            long y = b[base + bit] ^ flip;
            bits |= (((x & ~y) | (~(x ^ y) & (x - y))) >> 63) & BITS[bit];
        }
        return bits;
    }

    static void equal(long[] a, long[] b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = ~unequalWord(a, b, word << 6);
        }
    }

    private static long unequalWord(long[] a, long[] b, int base) {
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long differ = a[base + bit] ^ b[base + bit];
            bits |= ((differ | -differ) >> 63) & BITS[bit];
        }
        return bits;
    }

    /// Whether values lie in `[least, most]`, as signed numbers.
    public static void within(long[] values, long least, long most, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = ~outsideWord(values, least, most, word << 6);
        }
    }

    private static long outsideWord(long[] values, long least, long most, int base) {
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long x = values[base + bit];
            long below = (x & ~least) | (~(x ^ least) & (x - least));
            long above = (most & ~x) | (~(most ^ x) & (most - x));
            bits |= ((below | above) >> 63) & BITS[bit];
        }
        return bits;
    }

    /// The same of numbers that are, like the bounds, no farther than 2^62 from zero: differences are
    /// their own signs, which takes a third of the instructions.
    public static void withinNarrow(long[] values, long least, long most, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = ~outsideNarrowWord(values, least, most, word << 6);
        }
    }

    private static long outsideNarrowWord(long[] values, long least, long most, int base) {
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long x = values[base + bit];
            bits |= (((x - least) | (most - x)) >> 63) & BITS[bit];
        }
        return bits;
    }

    /// NaN is greater than every number and equal to itself; -0.0 equals 0.0.
    static void less(double[] a, double[] b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            int base = word << 6;
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                double x = a[base + bit];
                double y = b[base + bit];
                bits |= (!(x >= y) & !Double.isNaN(x) ? 1L : 0L) << bit;
            }
            out[word] = bits;
        }
    }

    static void equal(double[] a, double[] b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            int base = word << 6;
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                double x = a[base + bit];
                double y = b[base + bit];
                bits |= (x == y | (Double.isNaN(x) & Double.isNaN(y)) ? 1L : 0L) << bit;
            }
            out[word] = bits;
        }
    }

    static void less(Vector.Wides a, Vector.Wides b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                int row = (word << 6) + bit;
                boolean high = a.high()[row] < b.high()[row];
                boolean low = a.low()[row] + Long.MIN_VALUE < b.low()[row] + Long.MIN_VALUE;
                bits |= (high | (a.high()[row] == b.high()[row] & low) ? 1L : 0L) << bit;
            }
            out[word] = bits;
        }
    }

    static void equal(Vector.Wides a, Vector.Wides b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                int row = (word << 6) + bit;
                bits |= (((a.high()[row] ^ b.high()[row]) | (a.low()[row] ^ b.low()[row])) == 0 ? 1L : 0L) << bit;
            }
            out[word] = bits;
        }
    }

    static void less(Vector.Bits a, Vector.Bits b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = ~a.values()[word] & b.values()[word];
        }
    }

    static void equal(Vector.Bits a, Vector.Bits b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = ~(a.values()[word] ^ b.values()[word]);
        }
    }

    /// Intervals compare by length, a month being 30 days.
    static void less(Vector.Intervals a, Vector.Intervals b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                int row = (word << 6) + bit;
                bits |= (IntervalOrder.compare(a, row, b, row) < 0 ? 1L : 0L) << bit;
            }
            out[word] = bits;
        }
    }

    static void equal(Vector.Intervals a, Vector.Intervals b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                int row = (word << 6) + bit;
                bits |= (IntervalOrder.compare(a, row, b, row) == 0 ? 1L : 0L) << bit;
            }
            out[word] = bits;
        }
    }
}
