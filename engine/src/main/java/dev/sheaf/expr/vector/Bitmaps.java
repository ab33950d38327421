package dev.sheaf.expr.vector;

import dev.sheaf.column.Validity;

/// Loops over words of a bit per row.
public final class Bitmaps {
    private Bitmaps() {}

    /// Sets the bits of the first `rows` rows, and no other.
    public static void fill(long[] bits, int rows) {
        for (int word = 0; word < bits.length; word++) {
            int inside = rows - (word << 6);
            bits[word] = inside >= Long.SIZE ? -1L : inside <= 0 ? 0 : (1L << inside) - 1;
        }
    }

    public static void load(Validity validity, Chunk chunk, long[] bits) {
        if (validity.allValid()) {
            fill(bits, chunk.rows());
            return;
        }
        for (int word = 0; word < chunk.words(); word++) {
            bits[word] = validity.word(chunk.start() + ((long) word << 6));
        }
        cut(bits, chunk);
    }

    /// Clears the bits of the last word that belong to rows behind the chunk.
    public static void cut(long[] bits, Chunk chunk) {
        bits[chunk.words() - 1] &= -1L >>> -chunk.rows();
    }

    public static void and(long[] a, long[] b, long[] out, int words) {
        for (int word = 0; word < words; word++) {
            out[word] = a[word] & b[word];
        }
    }

    public static void copy(long[] bits, long[] out, int words) {
        System.arraycopy(bits, 0, out, 0, words);
    }

    public static void clear(long[] bits, int words) {
        java.util.Arrays.fill(bits, 0, words, 0);
    }

    public static boolean isEmpty(long[] bits, int words) {
        long any = 0;
        for (int word = 0; word < words; word++) {
            any |= bits[word];
        }
        return any == 0;
    }

    /// How many bits are set.
    public static int count(long[] bits, int words) {
        int count = 0;
        for (int word = 0; word < words; word++) {
            count += Long.bitCount(bits[word]);
        }
        return count;
    }

    public static boolean isSet(long[] bits, int row) {
        return (bits[row >>> 6] >>> row & 1) != 0;
    }

    public static void set(long[] bits, int row) {
        bits[row >>> 6] |= 1L << row;
    }
}
