package dev.sheaf.expr.vector;

import dev.sheaf.memory.ByteRuns;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds bytes in bytes. Eight places at a time are tested for the first two bytes of what is sought; where they
/// occur the rest is compared. The last eight places are tested together, too, some of them once more.
public final class ByteSearch {
    private static final ValueLayout.OfInt HALF = ValueLayout.JAVA_INT_UNALIGNED;
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;

    private ByteSearch() {}

    /// The first place in `[start, end)` where the `size` bytes at `needleStart` lie, or -1.
    public static long find(
            MemorySegment bytes, long start, long end, MemorySegment needle, long needleStart, int size) {
        if (size == 0) {
            return start;
        }
        long last = end - size;
        long first = (needle.get(ValueLayout.JAVA_BYTE, needleStart) & 0xffL) * LOW_BITS;
        int secondAt = size == 1 ? 0 : 1;
        long second = (needle.get(ValueLayout.JAVA_BYTE, needleStart + secondAt) & 0xffL) * LOW_BITS;
        long lastWord = end - secondAt - Long.BYTES;
        if (lastWord < start) {
            return findInFew(bytes, start, last, needle, needleStart, size);
        }
        for (long next = start; next <= last; next += Long.BYTES) {
            long at = Math.min(next, lastWord);
            long differ = (bytes.get(Utf8.WORD, at) ^ first) | (bytes.get(Utf8.WORD, at + secondAt) ^ second);
            for (long found = (differ - LOW_BITS) & ~differ & Utf8.HIGH_BITS; found != 0; found &= found - 1) {
                long place = at + (Long.numberOfTrailingZeros(found) >>> 3);
                if (place <= last && matches(bytes, place, needle, needleStart, size)) {
                    return place;
                }
            }
        }
        return -1;
    }

    private static long findInFew(
            MemorySegment bytes, long start, long last, MemorySegment needle, long needleStart, int size) {
        for (long at = start; at <= last; at++) {
            if (matches(bytes, at, needle, needleStart, size)) {
                return at;
            }
        }
        return -1;
    }

    /// Whether the `size` bytes at both places are the same; both have to lie inside their segments.
    public static boolean matches(MemorySegment bytes, long at, MemorySegment needle, long needleStart, int size) {
        if (size < Long.BYTES) {
            return matchesFew(bytes, at, needle, needleStart, size);
        }
        return ByteRuns.same(bytes, at, needle, needleStart, size);
    }

    private static boolean matchesFew(MemorySegment bytes, long at, MemorySegment needle, long needleStart, int size) {
        if (size >= Integer.BYTES) {
            int last = size - Integer.BYTES;
            return bytes.get(HALF, at) == needle.get(HALF, needleStart)
                    && bytes.get(HALF, at + last) == needle.get(HALF, needleStart + last);
        }
        for (int i = 0; i < size; i++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at + i) != needle.get(ValueLayout.JAVA_BYTE, needleStart + i)) {
                return false;
            }
        }
        return true;
    }
}
