package dev.sheaf.expr.vector;

import dev.sheaf.memory.ByteRuns;

/// The order of texts and binary values: by their bytes, unsigned, which for UTF-8 is the order of code
/// points.
public final class TextOrder {
    private TextOrder() {}

    public static int compare(Vector.Texts a, int rowA, Vector.Texts b, int rowB) {
        return ByteRuns.compare(
                a.bytes(), a.starts()[rowA], a.sizes()[rowA], b.bytes(), b.starts()[rowB], b.sizes()[rowB]);
    }

    public static boolean equal(Vector.Texts a, int rowA, Vector.Texts b, int rowB) {
        int size = a.sizes()[rowA];
        return size == b.sizes()[rowB]
                && ByteSearch.matches(a.bytes(), a.starts()[rowA], b.bytes(), b.starts()[rowB], size);
    }

    /// Rows of `wanted` in which `a` is less.
    static void less(Vector.Texts a, Vector.Texts b, long[] wanted, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            long bits = 0;
            for (long left = wanted[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                bits |= (compare(a, row, b, row) < 0 ? 1L : 0L) << row;
            }
            out[word] = bits;
        }
    }

    static void equal(Vector.Texts a, Vector.Texts b, long[] wanted, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            long bits = 0;
            for (long left = wanted[word]; left != 0; left &= left - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(left);
                bits |= (equal(a, row, b, row) ? 1L : 0L) << row;
            }
            out[word] = bits;
        }
    }
}
