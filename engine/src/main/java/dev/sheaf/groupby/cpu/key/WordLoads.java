package dev.sheaf.groupby.cpu.key;

import java.nio.ByteBuffer;

/// Loops that read the bytes of texts into the two words of [TextWords]. Texts of one size need no look at where
/// each ends. Words are read whole: buffers may be read a word past their end.
final class WordLoads {
    private WordLoads() {}

    /// The size of all texts, or -1 if they differ.
    static int commonSize(int[] starts, int rows) {
        int size = starts[1] - starts[0];
        int differing = 0;
        for (int i = 0; i < rows; i++) {
            differing |= starts[i + 1] - starts[i] ^ size;
        }
        return differing == 0 ? size : -1;
    }

    static void evenWords(ByteBuffer bytes, int start, int size, int rows, long[] first) {
        long mask = size >= Long.BYTES ? -1 : (1L << (size << 3)) - 1;
        for (int i = 0; i < rows; i++) {
            first[i] = bytes.getLong(start + i * size) & mask;
        }
    }

    /// Bytes 8 to 11 are the upper half of the word at byte 4, which ends where such a text ends or earlier.
    static void evenTails(ByteBuffer bytes, int start, int size, int rows, long[] second) {
        long mask = (1L << ((size - Long.BYTES) << 3)) - 1;
        long sizeWord = (long) size << 32;
        for (int i = 0; i < rows; i++) {
            long word = bytes.getLong(start + i * size + 4);
            second[i] = sizeWord | (word >>> 32 & mask);
        }
    }

    /// The size of all texts that are not null, or -1 if they differ.
    static int commonSize(int[] starts, byte[] valid, int sample, int rows) {
        int size = starts[sample + 1] - starts[sample];
        int differing = 0;
        for (int i = 0; i < rows; i++) {
            differing |= (starts[i + 1] - starts[i] ^ size) & -valid[i];
        }
        return differing == 0 ? size : -1;
    }

    static void evenWords(ByteBuffer bytes, int[] starts, int size, int rows, long[] first) {
        long mask = size >= Long.BYTES ? -1 : (1L << (size << 3)) - 1;
        for (int i = 0; i < rows; i++) {
            first[i] = bytes.getLong(starts[i]) & mask;
        }
    }

    /// The second words of texts of one size. A null has no bytes: nothing is read for it that lies more than a word
    /// behind its start.
    static void evenTails(ByteBuffer bytes, int[] starts, byte[] valid, int size, int rows, long[] second) {
        long mask = (1L << ((size - Long.BYTES) << 3)) - 1;
        long sizeWord = (long) size << 32;
        for (int i = 0; i < rows; i++) {
            long word = bytes.getLong(starts[i] + 4 * valid[i]);
            second[i] = sizeWord | (word >>> 32 & mask);
        }
    }

    static void hide(long[] words, byte[] valid, int sample, int rows) {
        long shown = words[sample];
        for (int i = 0; i < rows; i++) {
            words[i] = shown ^ ((words[i] ^ shown) & -(long) valid[i]);
        }
    }

    /// Returns a negative number if some text is longer than [#TextWords.INLINE_BYTES].
    static long words(int[] starts, ByteBuffer bytes, int rows, long[] first, long[] second) {
        int sizes = 0;
        for (int i = 0; i < rows; i++) {
            int start = starts[i];
            int size = starts[i + 1] - start;
            sizes |= TextWords.INLINE_BYTES - size;
            first[i] = head(bytes, start, size);
            second[i] = tail(bytes, start, size);
        }
        return sizes;
    }

    /// Words are read whole: buffers may be read a word past their end.
    static long head(ByteBuffer bytes, int start, int size) {
        long word = bytes.getLong(start);
        return size < 8 ? word & (1L << (size << 3)) - 1 : word;
    }

    static long tail(ByteBuffer bytes, int start, int size) {
        if (size <= 8) {
            return (long) size << 32;
        }
        long word = bytes.getLong(start + 8);
        return ((long) size << 32) | (word & ((1L << (Math.min(4, size - 8) << 3)) - 1));
    }
}
