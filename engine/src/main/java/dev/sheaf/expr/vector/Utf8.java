package dev.sheaf.expr.vector;

import dev.sheaf.memory.Utf8Text;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Counting and stepping over the code points of UTF-8 bytes, eight bytes at a time where that helps. Bytes
/// that are no UTF-8 give some count and never a step out of the range.
public final class Utf8 {
    public static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private static final boolean HIGHEST_FIRST = ByteOrder.nativeOrder().equals(ByteOrder.BIG_ENDIAN);
    private static final int MAX_ONE = 0x7f;
    private static final int MAX_TWO = 0x7ff;
    private static final int MAX_THREE = 0xffff;

    private Utf8() {}

    public static boolean isAscii(ByteBuffer bytes, int start, int size) {
        if (size < Long.BYTES) {
            return isAsciiBytes(bytes, start, size);
        }
        int last = size - Long.BYTES;
        long high = bytes.getLong(start + last);
        for (int at = 0; at < last; at += Long.BYTES) {
            high |= bytes.getLong(start + at);
        }
        return (high & HIGH_BITS) == 0;
    }

    private static boolean isAsciiBytes(ByteBuffer bytes, int start, int size) {
        int high = 0;
        for (int at = 0; at < size; at++) {
            high |= bytes.get(start + at);
        }
        return high >= 0;
    }

    /// Code points, counted as the bytes that do not continue one.
    public static int length(ByteBuffer bytes, int start, int size) {
        int continuing = 0;
        int at = 0;
        for (; at + Long.BYTES <= size; at += Long.BYTES) {
            long word = bytes.getLong(start + at);
            continuing += Long.bitCount(word & ~(word << 1) & HIGH_BITS);
        }
        for (; at < size; at++) {
            continuing += isContinuing(bytes.get(start + at)) ? 1 : 0;
        }
        return size - continuing;
    }

    static boolean isContinuing(byte value) {
        return (value & 0xc0) == 0x80;
    }

    /// Where the code point after `count` others starts, at most `end`. Skips words of eight bytes by the number of
    /// code points that start in them.
    public static int forward(ByteBuffer bytes, int start, int end, long count) {
        int at = start;
        long left = count;
        while (left > 0 && at + Long.BYTES <= end) {
            long starts = starts(bytes.getLong(at));
            int points = Long.bitCount(starts);
            if (points > left) {
                return at + place(starts, (int) left);
            }
            left -= points;
            at += Long.BYTES;
        }
        return rest(bytes, at, end, left);
    }

    /// The highest bit of each byte that does not continue a code point.
    private static long starts(long word) {
        return ~(word & ~(word << 1)) & HIGH_BITS;
    }

    /// The byte of the set bit after `count` others, the byte that lies first counted first.
    private static int place(long starts, int count) {
        long left = HIGHEST_FIRST ? Long.reverseBytes(starts) : starts;
        for (int i = 0; i < count; i++) {
            left &= left - 1;
        }
        return Long.numberOfTrailingZeros(left) / Byte.SIZE;
    }

    /// The same byte by byte: the code point that lies across `at` is counted already.
    private static int rest(ByteBuffer bytes, int start, int end, long count) {
        long left = count;
        int at = start;
        while (at < end && (isContinuing(bytes.get(at)) || left-- > 0)) {
            at++;
        }
        return at;
    }

    public static int next(ByteBuffer bytes, int at, int end) {
        int next = at + 1;
        while (next < end && isContinuing(bytes.get(next))) {
            next++;
        }
        return next;
    }

    /// Where the code point `count` before `end` starts, at least `start`.
    public static int backward(ByteBuffer bytes, int start, int end, long count) {
        int at = end;
        for (long left = count; left > 0 && at > start; left--) {
            at--;
            while (at > start && isContinuing(bytes.get(at))) {
                at--;
            }
        }
        return at;
    }

    /// The code point whose bytes are `[at, next)`.
    public static int codePoint(ByteBuffer bytes, int at, int next) {
        int first = bytes.get(at) & 0xff;
        int size = next - at;
        int value = size == 1 ? first : first & (0x7f >>> size);
        for (int i = 1; i < size; i++) {
            value = value << 6 | (bytes.get(at + i) & 0x3f);
        }
        return value;
    }

    /// Writes a code point of at most four bytes to byte `to` and returns their number.
    public static int write(int codePoint, ByteBuffer target, int to) {
        if (codePoint <= MAX_ONE) {
            target.put(to, (byte) codePoint);
            return 1;
        }
        int size = codePoint <= MAX_TWO ? 2 : codePoint <= MAX_THREE ? 3 : 4;
        int rest = codePoint;
        for (int i = size - 1; i > 0; i--) {
            target.put(to + i, (byte) (0x80 | (rest & 0x3f)));
            rest >>>= 6;
        }
        target.put(to, (byte) (((0xf00 >>> size) & 0xf0) | rest));
        return size;
    }

    public static boolean isValid(ByteBuffer bytes, int start, int size) {
        if (isAscii(bytes, start, size)) {
            return true;
        }
        byte[] copy = new byte[size];
        bytes.get(start, copy);
        return Utf8Text.of(copy).isPresent();
    }

    public static String string(ByteBuffer bytes, int start, int size) {
        byte[] copy = new byte[size];
        bytes.get(start, copy);
        return new String(copy, StandardCharsets.UTF_8);
    }
}
