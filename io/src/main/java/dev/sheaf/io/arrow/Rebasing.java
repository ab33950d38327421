package dev.sheaf.io.arrow;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Parts of slices, which begin amid their buffers, written so that they begin at 0.
final class Rebasing {
    private Rebasing() {}

    /// `count` bits from bit `first` on.
    static void bits(MemorySegment source, long first, MemorySegment target, long count) {
        target.fill((byte) 0);
        for (long i = 0; i < count; i++) {
            long from = first + i;
            int bit = source.get(ValueLayout.JAVA_BYTE, from / Byte.SIZE) >> (from % Byte.SIZE) & 1;
            byte before = target.get(ValueLayout.JAVA_BYTE, i / Byte.SIZE);
            target.set(ValueLayout.JAVA_BYTE, i / Byte.SIZE, (byte) (before | bit << (i % Byte.SIZE)));
        }
    }

    /// Offset `index`, of 4 or 8 bytes.
    static long offset(MemorySegment offsets, long index, int width) {
        return width == Integer.BYTES
                ? offsets.get(ValueLayout.JAVA_INT_UNALIGNED, index * width)
                : offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, index * width);
    }

    /// `count + 1` offsets from offset `first` on, less the first of them.
    static void offsets(MemorySegment source, long first, MemorySegment target, long count, int width) {
        long start = offset(source, first, width);
        for (long i = 0; i <= count; i++) {
            long value = offset(source, first + i, width) - start;
            if (width == Integer.BYTES) {
                target.setAtIndex(ValueLayout.JAVA_INT, i, (int) value);
            } else {
                target.setAtIndex(ValueLayout.JAVA_LONG, i, value);
            }
        }
    }
}
