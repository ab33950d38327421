package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Dictionary codes: the check that they point into the dictionary, and the look-up.
public final class Codes {
    /// What is copied at a time stays in the first-level cache. A multiple of all widths.
    private static final int REPEATED_BYTES = 1 << 12;

    private Codes() {}

    /// @throws MalformedPageException if a code is outside the dictionary
    public static void check(int[] codes, int count, int entries) {
        int largest = -1;
        int smallest = 0;
        for (int i = 0; i < count; i++) {
            largest = Math.max(largest, codes[i]);
            smallest = Math.min(smallest, codes[i]);
        }
        if (largest >= entries || smallest < 0) {
            throw new MalformedPageException("a code of " + Integer.toUnsignedString(smallest < 0 ? smallest : largest)
                    + " into a dictionary of " + entries + " values");
        }
    }

    /// @throws MalformedPageException if a code is outside the dictionary
    static void check(int code, int entries) {
        if (code < 0 || code >= entries) {
            throw new MalformedPageException(
                    "a code of " + Integer.toUnsignedString(code) + " into a dictionary of " + entries + " values");
        }
    }

    /// Writes a number of 4 bytes `count` times.
    static void fill(MemorySegment target, long at, int count, int value) {
        for (int i = 0; i < count; i++) {
            target.set(ValueLayout.JAVA_INT_UNALIGNED, at + (long) i * Integer.BYTES, value);
        }
    }

    /// Writes the value of `width` bytes at byte `at` as often as `count` says, from there on.
    static void repeat(MemorySegment target, long at, int count, int width) {
        long bytes = (long) count * width;
        for (long done = width; done < bytes; ) {
            long some = Math.min(Math.min(done, REPEATED_BYTES), bytes - done);
            MemorySegment.copy(target, at, target, at + done, some);
            done += some;
        }
    }

    /// Writes the entry of each code, `width` bytes each, from byte `at` of the target on.
    static void gather(int[] codes, int count, MemorySegment dictionary, MemorySegment target, long at, int width) {
        switch (width) {
            case 1 -> bytes(codes, count, dictionary, target, at);
            case 2 -> shorts(codes, count, dictionary, target, at);
            case 4 -> ints(codes, count, dictionary, target, at);
            case 8 -> longs(codes, count, dictionary, target, at);
            default -> pairs(codes, count, dictionary, target, at);
        }
    }

    // One loop a width, each in a method of its own, so that only those that run are compiled.

    private static void bytes(int[] codes, int count, MemorySegment dictionary, MemorySegment target, long at) {
        for (int i = 0; i < count; i++) {
            target.set(ValueLayout.JAVA_BYTE, at + i, dictionary.get(ValueLayout.JAVA_BYTE, codes[i]));
        }
    }

    private static void shorts(int[] codes, int count, MemorySegment dictionary, MemorySegment target, long at) {
        for (int i = 0; i < count; i++) {
            target.set(Bytes.LE_SHORT, at + i * 2L, dictionary.get(Bytes.LE_SHORT, codes[i] * 2L));
        }
    }

    private static void ints(int[] codes, int count, MemorySegment dictionary, MemorySegment target, long at) {
        for (int i = 0; i < count; i++) {
            target.set(Bytes.LE_INT, at + i * 4L, dictionary.get(Bytes.LE_INT, codes[i] * 4L));
        }
    }

    private static void longs(int[] codes, int count, MemorySegment dictionary, MemorySegment target, long at) {
        for (int i = 0; i < count; i++) {
            target.set(Bytes.LE_LONG, at + i * 8L, dictionary.get(Bytes.LE_LONG, codes[i] * 8L));
        }
    }

    private static void pairs(int[] codes, int count, MemorySegment dictionary, MemorySegment target, long at) {
        for (int i = 0; i < count; i++) {
            target.set(Bytes.LE_LONG, at + i * 16L, dictionary.get(Bytes.LE_LONG, codes[i] * 16L));
            target.set(Bytes.LE_LONG, at + i * 16L + 8, dictionary.get(Bytes.LE_LONG, codes[i] * 16L + 8));
        }
    }
}
