package dev.sheaf.expr.vector;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The order of texts and binary values: by their bytes, unsigned, which for UTF-8 is the order of code
/// points.
public final class TextOrder {
    private static final ValueLayout.OfLong BIG_ENDIAN =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private TextOrder() {}

    static int compare(Vector.Texts a, int rowA, Vector.Texts b, int rowB) {
        return compare(a.bytes(), a.starts()[rowA], a.sizes()[rowA], b.bytes(), b.starts()[rowB], b.sizes()[rowB]);
    }

    /// Eight bytes at a time; of the last, some are those compared before, so that none beyond the texts is
    /// read.
    public static int compare(MemorySegment a, long startA, int sizeA, MemorySegment b, long startB, int sizeB) {
        int common = Math.min(sizeA, sizeB);
        if (common < Long.BYTES) {
            return compareFew(a, startA, sizeA, b, startB, sizeB);
        }
        int last = common - Long.BYTES;
        for (int at = 0; at < last; at += Long.BYTES) {
            long wordA = a.get(BIG_ENDIAN, startA + at);
            long wordB = b.get(BIG_ENDIAN, startB + at);
            if (wordA != wordB) {
                return Long.compareUnsigned(wordA, wordB);
            }
        }
        int order = Long.compareUnsigned(a.get(BIG_ENDIAN, startA + last), b.get(BIG_ENDIAN, startB + last));
        return order != 0 ? order : Integer.compare(sizeA, sizeB);
    }

    private static int compareFew(MemorySegment a, long startA, int sizeA, MemorySegment b, long startB, int sizeB) {
        int common = Math.min(sizeA, sizeB);
        for (int at = 0; at < common; at++) {
            int order = Byte.compareUnsigned(
                    a.get(ValueLayout.JAVA_BYTE, startA + at), b.get(ValueLayout.JAVA_BYTE, startB + at));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(sizeA, sizeB);
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
