package dev.sheaf.expr;

/// Comparisons into words of a bit per row. Two comparisons serve all six operators: the others swap the operands
/// or invert the words. Loops run over whole words, past the last row into values that nobody looks at.
final class CompareLoops {
    private CompareLoops() {}

    /// `flip` is 0 for signed numbers and the sign bit for unsigned ones.
    static void less(long[] a, long[] b, long flip, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            int base = word << 6;
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                bits |= ((a[base + bit] ^ flip) < (b[base + bit] ^ flip) ? 1L : 0L) << bit;
            }
            out[word] = bits;
        }
    }

    static void equal(long[] a, long[] b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            int base = word << 6;
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                bits |= (a[base + bit] == b[base + bit] ? 1L : 0L) << bit;
            }
            out[word] = bits;
        }
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
