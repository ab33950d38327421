package dev.sheaf.io.parquet.bytes;

import java.nio.ByteBuffer;

/// Bytes of which most are ASCII, eight at a time.
public final class Ascii {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Ascii() {}

    /// Whether a word is of eight ASCII characters; of several words ored into each other, whether all are.
    public static boolean isWord(long word) {
        return (word & HIGH_BITS) == 0;
    }

    /// How far the bytes from `start` on are ASCII.
    public static int end(ByteBuffer bytes, int start, int end) {
        int at = start;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            long high = bytes.getLong(at) & HIGH_BITS;
            if (high != 0) {
                return at + (Long.numberOfTrailingZeros(high) >>> 3);
            }
        }
        while (at < end && bytes.get(at) >= 0) {
            at++;
        }
        return at;
    }
}
