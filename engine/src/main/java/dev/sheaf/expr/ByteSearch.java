package dev.sheaf.expr;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Finds bytes in bytes. Eight bytes at a time are tested for the first byte of what is sought; where it occurs the
/// rest is compared.
final class ByteSearch {
    private static final long LOW_BITS = 0x0101_0101_0101_0101L;

    private ByteSearch() {}

    /// The first place in `[start, end)` where the `size` bytes at `needleStart` lie, or -1.
    static long find(MemorySegment bytes, long start, long end, MemorySegment needle, long needleStart, int size) {
        if (size == 0) {
            return start;
        }
        long last = end - size;
        byte first = needle.get(ValueLayout.JAVA_BYTE, needleStart);
        long pattern = (first & 0xffL) * LOW_BITS;
        long at = start;
        for (; at + Long.BYTES <= end && at <= last; at += Long.BYTES) {
            long differ = bytes.get(Utf8.WORD, at) ^ pattern;
            for (long found = (differ - LOW_BITS) & ~differ & Utf8.HIGH_BITS; found != 0; found &= found - 1) {
                long place = at + (Long.numberOfTrailingZeros(found) >>> 3);
                if (place <= last && matches(bytes, place, needle, needleStart, size)) {
                    return place;
                }
            }
        }
        for (; at <= last; at++) {
            if (matches(bytes, at, needle, needleStart, size)) {
                return at;
            }
        }
        return -1;
    }

    /// Whether the `size` bytes at both places are the same; both have to lie inside their segments.
    static boolean matches(MemorySegment bytes, long at, MemorySegment needle, long needleStart, int size) {
        for (int i = 0; i < size; i++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at + i) != needle.get(ValueLayout.JAVA_BYTE, needleStart + i)) {
                return false;
            }
        }
        return true;
    }
}
