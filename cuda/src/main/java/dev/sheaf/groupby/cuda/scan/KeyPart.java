package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import java.math.BigInteger;

/// One key column's share of the key word.
public sealed interface KeyPart {
    /// Its number among the columns of the scan.
    int column();

    /// Whether the column has a bitmap.
    boolean hasNulls();

    /// Whether null is a key; else rows with a null are left out.
    boolean keepsNull();

    /// How many values the part tells apart, null not counted.
    BigInteger range();

    /// How many numbers it takes in the word.
    default BigInteger numbers() {
        return keepsNull() ? range().add(BigInteger.ONE) : range();
    }

    /// Ordinals `base` to `base + size - 1` of numbers, dates, times and decimals; `size` is unsigned.
    record Numbers(int column, CudaType type, boolean hasNulls, boolean keepsNull, long base, BigInteger size)
            implements KeyPart {
        @Override
        public BigInteger range() {
            return size;
        }
    }

    /// Texts of `shortest` to `longest` bytes, whose byte i is `least[i]` to `least[i] + last[i]`.
    record Text(
            int column,
            boolean hasNulls,
            boolean keepsNull,
            int shortest,
            int longest,
            byte[] least,
            byte[] last,
            BigInteger range)
            implements KeyPart {
        /// The longest text that goes into a word.
        public static final int MAX_LENGTH = 15;

        /// Such texts, whose range follows.
        public Text(
                int column, boolean hasNulls, boolean keepsNull, int shortest, int longest, byte[] least, byte[] last) {
            this(column, hasNulls, keepsNull, shortest, longest, least, last, range(shortest, longest, last));
        }

        /// Whether all are of the same length.
        boolean isFixed() {
            return shortest == longest;
        }

        private static BigInteger range(int shortest, int longest, byte[] last) {
            BigInteger range = BigInteger.valueOf(longest - shortest + 1L);
            long product = 1;
            for (int i = 0; i < longest; i++) {
                if (product > Long.MAX_VALUE >>> Byte.SIZE) {
                    range = range.multiply(BigInteger.valueOf(product));
                    product = 1;
                }
                product *= values(last[i]);
            }
            return range.multiply(BigInteger.valueOf(product));
        }

        /// What one step of byte `position` adds to the number; at `longest`, one more byte of length. The low 64 bits
        /// of each.
        public long[] places() {
            long[] places = new long[longest + 1];
            places[0] = 1;
            for (int i = 0; i < longest; i++) {
                places[i + 1] = places[i] * values(last[i]);
            }
            return places;
        }

        private static long values(byte last) {
            return (last & 0xffL) + 1;
        }
    }
}
