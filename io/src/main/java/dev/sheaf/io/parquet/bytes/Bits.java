package dev.sheaf.io.parquet.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Runs of bits in memory, least significant bit first, as both the format and our columns have them.
///
/// Targets start zeroed and have 8 bytes of padding, as buffers from a pool do.
public final class Bits {
    /// Bits that one step moves: shifted by up to 7 they still fit a long.
    private static final int STEP = 32;

    private Bits() {}

    public static boolean get(MemorySegment bits, long bit) {
        return (bits.get(ValueLayout.JAVA_BYTE, bit >>> 3) >>> (bit & 7) & 1) != 0;
    }

    public static void set(MemorySegment bits, long bit) {
        byte before = bits.get(ValueLayout.JAVA_BYTE, bit >>> 3);
        bits.set(ValueLayout.JAVA_BYTE, bit >>> 3, (byte) (before | 1 << (bit & 7)));
    }

    /// Copies bits into zeroed ones and returns how many of them are set.
    public static int copy(MemorySegment source, long from, MemorySegment target, long at, int count) {
        int ones = 0;
        for (int done = 0; done < count; done += STEP) {
            long bit = from + done;
            long word = source.get(Bytes.LE_LONG, bit >>> 3) >>> (bit & 7) & lowBits(Math.min(STEP, count - done));
            ones += Long.bitCount(word);
            or(target, at + done, word);
        }
        return ones;
    }

    /// Sets bits of zeroed memory.
    public static void setAll(MemorySegment target, long at, int count) {
        for (int done = 0; done < count; done += STEP) {
            or(target, at + done, lowBits(Math.min(STEP, count - done)));
        }
    }

    /// How many of the bits are set.
    public static int count(MemorySegment bits, long from, int count) {
        int ones = 0;
        for (int done = 0; done < count; done += STEP) {
            long bit = from + done;
            ones += Long.bitCount(
                    bits.get(Bytes.LE_LONG, bit >>> 3) >>> (bit & 7) & lowBits(Math.min(STEP, count - done)));
        }
        return ones;
    }

    /// Ors up to 57 bits into those from bit `bit` on.
    public static void or(MemorySegment target, long bit, long word) {
        long before = target.get(Bytes.LE_LONG, bit >>> 3);
        target.set(Bytes.LE_LONG, bit >>> 3, before | word << (bit & 7));
    }

    private static long lowBits(int count) {
        return (1L << count) - 1;
    }
}
