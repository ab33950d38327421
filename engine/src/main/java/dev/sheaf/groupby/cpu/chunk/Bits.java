package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
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

    /// A bit for each byte, set where that is not zero; to be closed by the caller.
    public static Buffer packed(MemorySegment bytes, int count, MemoryPool pool) {
        Buffer bits = pool.allocateZeroed(Validity.byteSize(count), "group members");
        for (int i = 0; i < count; i++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, i) != 0) {
                set(bits.segment(), i);
            }
        }
        return bits;
    }

    public static void set(MemorySegment bits, long index) {
        byte before = bits.get(ValueLayout.JAVA_BYTE, index >>> 3);
        bits.set(ValueLayout.JAVA_BYTE, index >>> 3, (byte) (before | 1 << (index & 7)));
    }
}
