package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.kernel.CudaType;
import java.math.BigInteger;

/// One key column's share of the key word.
sealed interface KeyPart {
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

    /// Texts of `shortest` to `longest` bytes, of which byte i is `least[i]` to `least[i] + last[i]`.
    record Text(int column, boolean hasNulls, boolean keepsNull, int shortest, int longest, byte[] least, byte[] last)
            implements KeyPart {
        /// The longest text that goes into a word.
        static final int MAX_LENGTH = 15;

        /// Whether all are of the same length.
        boolean isFixed() {
            return shortest == longest;
        }

        @Override
        public BigInteger range() {
            return place(longest).multiply(BigInteger.valueOf(longest - shortest + 1L));
        }

        /// What one step of byte `position` adds to the number; at `longest`, one more byte of length.
        BigInteger place(int position) {
            BigInteger place = BigInteger.ONE;
            for (int i = 0; i < position; i++) {
                place = place.multiply(BigInteger.valueOf((last[i] & 0xffL) + 1));
            }
            return place;
        }
    }
}
