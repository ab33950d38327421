package dev.sheaf.groupby.cpu.chunk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Values that lie one after the other, written to places.
public final class Scatter {
    private Scatter() {}

    /// Values of 1, 2, 4, 8 or 16 bytes, from number `from` of `source` on.
    public static void values(int width, MemorySegment source, long from, int count, int[] places, MemorySegment out) {
        switch (width) {
            case Byte.BYTES -> bytes(source, from, count, places, out);
            case Short.BYTES -> shorts(source, from, count, places, out);
            case Integer.BYTES -> ints(source, from, count, places, out);
            case Long.BYTES -> longs(source, from, count, places, out);
            case 2 * Long.BYTES -> pairs(source, from, count, places, out);
            default -> throw new IllegalArgumentException("no value has " + width + " bytes");
        }
    }

    private static void bytes(MemorySegment source, long from, int count, int[] places, MemorySegment out) {
        for (int i = 0; i < count; i++) {
            out.set(ValueLayout.JAVA_BYTE, places[i], source.get(ValueLayout.JAVA_BYTE, from + i));
        }
    }

    private static void shorts(MemorySegment source, long from, int count, int[] places, MemorySegment out) {
        for (int i = 0; i < count; i++) {
            short value = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, (from + i) << 1);
            out.set(ValueLayout.JAVA_SHORT_UNALIGNED, (long) places[i] << 1, value);
        }
    }

    private static void ints(MemorySegment source, long from, int count, int[] places, MemorySegment out) {
        for (int i = 0; i < count; i++) {
            int value = source.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            out.set(ValueLayout.JAVA_INT_UNALIGNED, (long) places[i] << 2, value);
        }
    }

    private static void longs(MemorySegment source, long from, int count, int[] places, MemorySegment out) {
        for (int i = 0; i < count; i++) {
            long value = source.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3);
            out.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) places[i] << 3, value);
        }
    }

    private static void pairs(MemorySegment source, long from, int count, int[] places, MemorySegment out) {
        for (int i = 0; i < count; i++) {
            long first = source.get(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 4);
            long second = source.get(ValueLayout.JAVA_LONG_UNALIGNED, ((from + i) << 4) + Long.BYTES);
            out.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) places[i] << 4, first);
            out.set(ValueLayout.JAVA_LONG_UNALIGNED, ((long) places[i] << 4) + Long.BYTES, second);
        }
    }

    public static void longs(long[] source, int count, int[] places, MemorySegment out) {
        for (int i = 0; i < count; i++) {
            out.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) places[i] << 3, source[i]);
        }
    }

    public static void doubles(double[] source, int count, int[] places, MemorySegment out) {
        for (int i = 0; i < count; i++) {
            out.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, (long) places[i] << 3, source[i]);
        }
    }

    public static void bytes(byte[] source, int count, int[] places, MemorySegment out) {
        for (int i = 0; i < count; i++) {
            out.set(ValueLayout.JAVA_BYTE, places[i], source[i]);
        }
    }
}
