package dev.sheaf.groupby.cpu.key;

/// Where a [KeyStream] lies in a packed key, and how.
///
/// In band, a value is the code `value - base + 1` in `bits` bits, and null is the code 0. Raw, it fills a word
/// of its own as it is, and null is a set bit at `nullBit` (counted over all words of the key; -1 if the stream
/// has had no nulls) over a value of zero.
public record KeyField(int word, int shift, int bits, long base, int nullBit) {

    /// As [#pack], into words that hold nothing yet and need not be zero; only for keys of one word.
    long packFirst(long[] values, int rows, long[] words) {
        if (bits == Long.SIZE) {
            System.arraycopy(values, 0, words, 0, rows);
            return 0;
        }
        return packFirst(values, rows, words, base, bits, shift);
    }

    /// Packs a chunk into `words` and returns a number that is not zero if a value has no code.
    long pack(long[] values, int rows, long[] words, int stride) {
        if (bits == Long.SIZE) {
            packRaw(values, rows, words, stride, word);
            return 0;
        }
        return stride == 1
                ? packOne(values, rows, words, base, bits, shift)
                : packStrided(values, rows, words, stride, word, base, bits, shift);
    }

    /// As [#pack], for a chunk with nulls: `valid` is 0 for null rows, else 1.
    public long packNullable(long[] values, byte[] valid, int rows, long[] words, int stride) {
        if (bits == Long.SIZE) {
            return packRawNullable(values, valid, rows, words, stride, word, nullBit);
        }
        return stride == 1
                ? packOneNullable(values, valid, rows, words, base, bits, shift)
                : packNullable(values, valid, rows, words, stride, word, base, bits, shift);
    }

    private static long packFirst(long[] values, int rows, long[] words, long base, int bits, int shift) {
        long bad = 0;
        for (int i = 0; i < rows; i++) {
            long offset = values[i] - base;
            bad |= offset | offset + 1;
            words[i] = (offset + 1) << shift;
        }
        return bad >>> bits;
    }

    private static long packOneNullable(
            long[] values, byte[] valid, int rows, long[] words, long base, int bits, int shift) {
        long bad = 0;
        for (int i = 0; i < rows; i++) {
            long keep = -(long) valid[i];
            long offset = values[i] - base;
            bad |= (offset | offset + 1) & keep;
            words[i] |= (offset + 1 & keep) << shift;
        }
        return bad >>> bits;
    }

    private static long packOne(long[] values, int rows, long[] words, long base, int bits, int shift) {
        long bad = 0;
        for (int i = 0; i < rows; i++) {
            long offset = values[i] - base;
            bad |= offset | offset + 1;
            words[i] |= (offset + 1) << shift;
        }
        return bad >>> bits;
    }

    private static long packStrided(
            long[] values, int rows, long[] words, int stride, int word, long base, int bits, int shift) {
        long bad = 0;
        for (int i = 0; i < rows; i++) {
            long offset = values[i] - base;
            bad |= offset | offset + 1;
            words[i * stride + word] |= (offset + 1) << shift;
        }
        return bad >>> bits;
    }

    private static long packNullable(
            long[] values, byte[] valid, int rows, long[] words, int stride, int word, long base, int bits, int shift) {
        long bad = 0;
        for (int i = 0; i < rows; i++) {
            long keep = -valid[i];
            long offset = values[i] - base;
            bad |= (offset | offset + 1) & keep;
            words[i * stride + word] |= (offset + 1 & keep) << shift;
        }
        return bad >>> bits;
    }

    private static void packRaw(long[] values, int rows, long[] words, int stride, int word) {
        for (int i = 0; i < rows; i++) {
            words[i * stride + word] = values[i];
        }
    }

    private static long packRawNullable(
            long[] values, byte[] valid, int rows, long[] words, int stride, int word, int nullBit) {
        if (nullBit < 0) {
            packRaw(values, rows, words, stride, word);
            return anyNull(valid, rows);
        }
        int nullWord = nullBit >>> 6;
        for (int i = 0; i < rows; i++) {
            words[i * stride + word] = values[i] & -valid[i];
            words[i * stride + nullWord] |= (1L - valid[i]) << nullBit;
        }
        return 0;
    }

    private static long anyNull(byte[] valid, int rows) {
        int nulls = 0;
        for (int i = 0; i < rows; i++) {
            nulls |= 1 - valid[i];
        }
        return nulls;
    }

    /// The value in a packed key whose words are read by `words`, or 0 if [#isNull].
    public long value(long word) {
        if (bits == Long.SIZE) {
            return word;
        }
        return (word >>> shift & (1L << bits) - 1) - 1 + base;
    }

    /// Whether a packed key has a null here; `own` is the word of the value, `nulls` that of the null bit.
    public boolean isNull(long own, long nulls) {
        if (bits == Long.SIZE) {
            return nullBit >= 0 && (nulls >>> nullBit & 1) != 0;
        }
        return (own >>> shift & (1L << bits) - 1) == 0;
    }

    public int nullWord() {
        return nullBit < 0 ? word : nullBit >>> 6;
    }
}
