package dev.sheaf.order;

import java.util.Arrays;

/// A bit for each row of a block.
final class RowBits {
    private static final long[] BITS = new long[Long.SIZE];

    static {
        Arrays.setAll(BITS, bit -> 1L << bit);
    }

    private RowBits() {}

    static void set(long[] bits, int row) {
        bits[row >>> 6] |= 1L << row;
    }

    /// Sets the first `count` bits, and no others.
    static void setFirst(long[] bits, int count) {
        for (int word = 0; word < bits.length; word++) {
            int left = count - (word << 6);
            bits[word] = left >= Long.SIZE ? -1L : left <= 0 ? 0 : (1L << left) - 1;
        }
    }

    static int count(long[] bits) {
        int count = 0;
        for (long word : bits) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /// Which of 64 numbers from index `from` on, with the bits of `flip` turned, are less than a bound. Masks instead
    /// of comparisons: a sum of masks is what the compiler turns into vector instructions.
    static long less(long[] numbers, int from, long flip, long bound) {
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long x = numbers[from + bit] ^ flip;
            bits |= (((x & ~bound) | (~(x ^ bound) & (x - bound))) >> 63) & BITS[bit];
        }
        return bits;
    }

    /// The same of numbers less than 2^32: differences have the sign of what comes first, or last.
    static long lessSmall(long[] numbers, int from, boolean descending, long bound) {
        long turn = descending ? -1 : 0;
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long difference = numbers[from + bit] - bound;
            bits |= (((difference ^ turn) - turn) >> 63) & BITS[bit];
        }
        return bits;
    }

    /// Which of 64 numbers from index `from` on are a certain one.
    static long equal(long[] numbers, int from, long number) {
        long bits = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            long differ = numbers[from + bit] ^ number;
            bits |= ((differ | -differ) >> 63) & BITS[bit];
        }
        return ~bits;
    }

    /// Writes the numbers of the rows that are set, of a block that begins with row `start`, to the start of `rows`,
    /// rising, and returns how many they are.
    static int write(long[] bits, int start, int[] rows) {
        int next = 0;
        for (int word = 0; word < bits.length; word++) {
            for (long left = bits[word]; left != 0; left &= left - 1) {
                rows[next++] = start + (word << 6) + Long.numberOfTrailingZeros(left);
            }
        }
        return next;
    }
}
