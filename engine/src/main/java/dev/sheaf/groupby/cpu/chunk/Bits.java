package dev.sheaf.groupby.cpu.chunk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Bits, least significant first.
public final class Bits {
    private Bits() {}

    /// All bits that are set in some of the words.
    public static long union(long[] words, int rows) {
        long union = 0;
        for (int i = 0; i < rows; i++) {
            union |= words[i];
        }
        return union;
    }

    public static void set(MemorySegment bits, long index) {
        byte before = bits.get(ValueLayout.JAVA_BYTE, index >>> 3);
        bits.set(ValueLayout.JAVA_BYTE, index >>> 3, (byte) (before | 1 << (index & 7)));
    }
}
