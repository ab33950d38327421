package dev.sheaf.io.parquet.decode;

import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.nio.ByteBuffer;

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
    static void fill(ByteBuffer target, int at, int count, int value) {
        for (int i = 0; i < count; i++) {
            target.putInt(at + (i << 2), value);
        }
    }

    /// Writes the codes as int32 from byte `at` of the target on.
    static void put(int[] codes, int count, ByteBuffer target, int at) {
        for (int i = 0; i < count; i++) {
            target.putInt(at + (i << 2), codes[i]);
        }
    }

    /// Writes the int32 that a table has for each code from byte `at` of the target on.
    static void look(int[] codes, int count, int[] table, ByteBuffer target, int at) {
        for (int i = 0; i < count; i++) {
            target.putInt(at + (i << 2), table[codes[i]]);
        }
    }

    /// Writes the value of `width` bytes at byte `at` as often as `count` says, from there on.
    static void repeat(ByteBuffer target, int at, int count, int width) {
        int bytes = count * width;
        for (int done = width; done < bytes; ) {
            int some = Math.min(Math.min(done, REPEATED_BYTES), bytes - done);
            target.put(at + done, target, at, some);
            done += some;
        }
    }
}
