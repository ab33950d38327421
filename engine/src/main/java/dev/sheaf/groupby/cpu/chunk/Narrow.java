package dev.sheaf.groupby.cpu.chunk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Writes arrays of longs as values of fewer bytes: a loop for each width, chosen once a block. [Widen] goes the other
/// way.
final class Narrow {
    private Narrow() {}

    /// Writes the low `width` bytes of each of the first `rows` values, from byte `to` on.
    static void longs(long[] values, int rows, int width, MemorySegment target, long to) {
        switch (width) {
            case Byte.BYTES -> bytes(values, rows, target, to);
            case Short.BYTES -> shorts(values, rows, target, to);
            case Integer.BYTES -> ints(values, rows, target, to);
            default -> MemorySegment.copy(values, 0, target, ValueLayout.JAVA_LONG_UNALIGNED, to, rows);
        }
    }

    private static void bytes(long[] values, int rows, MemorySegment target, long to) {
        for (int i = 0; i < rows; i++) {
            target.set(ValueLayout.JAVA_BYTE, to + i, (byte) values[i]);
        }
    }

    private static void shorts(long[] values, int rows, MemorySegment target, long to) {
        for (int i = 0; i < rows; i++) {
            target.set(ValueLayout.JAVA_SHORT_UNALIGNED, to + ((long) i << 1), (short) values[i]);
        }
    }

    private static void ints(long[] values, int rows, MemorySegment target, long to) {
        for (int i = 0; i < rows; i++) {
            target.set(ValueLayout.JAVA_INT_UNALIGNED, to + ((long) i << 2), (int) values[i]);
        }
    }
}
