package dev.sheaf.io.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Searches for single bytes, eight at a time. Reads up to seven bytes past the end, which have to be there.
public final class Ascii {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long LINE_FEEDS = '\n' * ONES;
    private static final long RETURNS = '\r' * ONES;
    private static final long QUOTES = '"' * ONES;
    private static final long BACKSLASHES = '\\' * ONES;
    private static final long SPACES = ' ' * ONES;

    private Ascii() {}

    /// A word whose bytes are all `value`.
    public static long repeated(int value) {
        return (value & 0xFF) * ONES;
    }

    /// The first delimiter, line feed or carriage return at or after `at`; there has to be one.
    public static int fieldEnd(byte[] bytes, int at, long delimiters) {
        for (int position = at; ; position += Long.BYTES) {
            long word = (long) LONG.get(bytes, position);
            long hits = zeros(word ^ delimiters) | zeros(word ^ LINE_FEEDS) | zeros(word ^ RETURNS);
            if (hits != 0) {
                return position + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
        }
    }

    /// The first byte of a value in `[from, to)`, or `to`.
    public static int indexOf(byte[] bytes, int from, int to, long repeated) {
        for (int position = from; position < to; position += Long.BYTES) {
            long hits = zeros((long) LONG.get(bytes, position) ^ repeated);
            if (hits != 0) {
                return Math.min(to, position + (Long.numberOfTrailingZeros(hits) >>> 3));
            }
        }
        return to;
    }

    /// The first quote, backslash or control character at or after `at`; there has to be one.
    public static int stringEnd(byte[] bytes, int at) {
        for (int position = at; ; position += Long.BYTES) {
            long word = (long) LONG.get(bytes, position);
            long controls = (word - SPACES) & ~word & HIGH_BITS;
            long hits = zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES) | controls;
            if (hits != 0) {
                return position + (Long.numberOfTrailingZeros(hits) >>> 3);
            }
        }
    }

    /// The last byte of a value in `[from, to)`, or -1.
    public static int lastIndexOf(byte[] bytes, int from, int to, byte value) {
        for (int position = to - 1; position >= from; position--) {
            if (bytes[position] == value) {
                return position;
            }
        }
        return -1;
    }

    /// How many line feeds are in `[from, to)`.
    public static int countLineFeeds(byte[] bytes, int from, int to) {
        int count = 0;
        for (int position = from; position < to; position++) {
            count += bytes[position] == '\n' ? 1 : 0;
        }
        return count;
    }

    /// How far the bytes of `[from, to)` are ASCII.
    public static int ascii(byte[] bytes, int from, int to) {
        int position = from;
        while (position + Long.BYTES <= to && ((long) LONG.get(bytes, position) & HIGH_BITS) == 0) {
            position += Long.BYTES;
        }
        while (position < to && bytes[position] >= 0) {
            position++;
        }
        return position;
    }

    /// The high bit of the lowest byte that is 0; bits above it may be set as well.
    private static long zeros(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }
}
