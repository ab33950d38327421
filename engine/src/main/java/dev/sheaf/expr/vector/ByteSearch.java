package dev.sheaf.expr.vector;

import dev.sheaf.memory.ByteRuns;
import java.nio.ByteBuffer;

/// Finds bytes in bytes. Seven places at a time, those of one word, are tested for the first two bytes of what is
/// sought; where they occur the rest is compared. The last places are tested together, too, some of them once more.
public final class ByteSearch {
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;

    private ByteSearch() {}

    /// The first place in `[start, end)` where the `size` bytes at `needleStart` lie, or -1.
    public static int find(ByteBuffer bytes, int start, int end, ByteBuffer needle, int needleStart, int size) {
        if (size == 0) {
            return start;
        }
        int last = end - size;
        long first = (needle.get(needleStart) & 0xffL) * LOW_BITS;
        int shift = size == 1 ? 0 : Byte.SIZE;
        long second = (needle.get(needleStart + (shift >>> 3)) & 0xffL) * LOW_BITS;
        int lastWord = end - Long.BYTES;
        if (lastWord < start) {
            return findInFew(bytes, start, last, needle, needleStart, size);
        }
        for (int next = start; next <= last; next += Long.BYTES - 1) {
            int at = Math.min(next, lastWord);
            long word = ByteRuns.lowWord(bytes, at);
            long differ = (word ^ first) | (word >>> shift ^ second);
            for (long found = (differ - LOW_BITS) & ~differ & Utf8.HIGH_BITS; found != 0; found &= found - 1) {
                int place = at + (Long.numberOfTrailingZeros(found) >>> 3);
                if (place <= last && matches(bytes, place, needle, needleStart, size)) {
                    return place;
                }
            }
        }
        return -1;
    }

    private static int findInFew(ByteBuffer bytes, int start, int last, ByteBuffer needle, int needleStart, int size) {
        for (int at = start; at <= last; at++) {
            if (matches(bytes, at, needle, needleStart, size)) {
                return at;
            }
        }
        return -1;
    }

    /// Whether the `size` bytes at both places are the same; both have to lie inside their views.
    public static boolean matches(ByteBuffer bytes, int at, ByteBuffer needle, int needleStart, int size) {
        if (size < Long.BYTES) {
            return matchesFew(bytes, at, needle, needleStart, size);
        }
        return ByteRuns.same(bytes, at, needle, needleStart, size);
    }

    private static boolean matchesFew(ByteBuffer bytes, int at, ByteBuffer needle, int needleStart, int size) {
        if (size >= Integer.BYTES) {
            int last = size - Integer.BYTES;
            return bytes.getInt(at) == needle.getInt(needleStart)
                    && bytes.getInt(at + last) == needle.getInt(needleStart + last);
        }
        for (int i = 0; i < size; i++) {
            if (bytes.get(at + i) != needle.get(needleStart + i)) {
                return false;
            }
        }
        return true;
    }
}
