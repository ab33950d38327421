package dev.sheaf.groupby.cpu;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Single bits, least significant first.
final class Bits {
    private Bits() {}

    static void set(MemorySegment bits, long index) {
        byte before = bits.get(ValueLayout.JAVA_BYTE, index >>> 3);
        bits.set(ValueLayout.JAVA_BYTE, index >>> 3, (byte) (before | 1 << (index & 7)));
    }
}
