package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/// Values that lie one after the other, written to places.
///
/// Places may lie in memory that is larger than one view. So a chunk goes to one part of that memory after the other,
/// and each part takes the values whose places it has. Mostly there is one.
public final class Scatter {
    /// Parts have 1 GB.
    private static final int PART_SHIFT = 30;

    private Scatter() {}

    /// Values of 1, 2, 4, 8 or 16 bytes, from number `from` of `source` on.
    public static void values(int width, MemorySegment source, long from, int count, int[] places, MemorySegment out) {
        values(width, source, from, count, places, out, PART_SHIFT);
    }

    static void values(
            int width, MemorySegment source, long from, int count, int[] places, MemorySegment out, int partShift) {
        for (int part = 0; part < parts(out, partShift); part++) {
            MemorySegment own = part(out, part, partShift);
            int first = (int) (((long) part << partShift) / width);
            switch (width) {
                case Byte.BYTES -> bytes(Views.bytes(source, from, count), count, places, first, Views.bytes(own));
                case Short.BYTES -> shorts(Views.shorts(source, from, count), count, places, first, Views.shorts(own));
                case Integer.BYTES -> ints(Views.ints(source, from, count), count, places, first, Views.ints(own));
                case Long.BYTES -> longs(Views.longs(source, from, count), count, places, first, Views.longs(own));
                case 2 * Long.BYTES ->
                    pairs(Views.longs(source, 2 * from, 2L * count), count, places, first, Views.longs(own));
                default -> throw new IllegalArgumentException("no value has " + width + " bytes");
            }
        }
    }

    private static int parts(MemorySegment out, int partShift) {
        return (int) Math.ceilDiv(out.byteSize(), 1L << partShift);
    }

    private static MemorySegment part(MemorySegment out, int part, int partShift) {
        long from = (long) part << partShift;
        return out.asSlice(from, Math.min(out.byteSize() - from, 1L << partShift));
    }

    private static void bytes(ByteBuffer source, int count, int[] places, int first, ByteBuffer out) {
        int room = out.limit();
        for (int i = 0; i < count; i++) {
            int place = places[i] - first;
            if (place >= 0 && place < room) {
                out.put(place, source.get(i));
            }
        }
    }

    private static void shorts(ShortBuffer source, int count, int[] places, int first, ShortBuffer out) {
        int room = out.limit();
        for (int i = 0; i < count; i++) {
            int place = places[i] - first;
            if (place >= 0 && place < room) {
                out.put(place, source.get(i));
            }
        }
    }

    private static void ints(IntBuffer source, int count, int[] places, int first, IntBuffer out) {
        int room = out.limit();
        for (int i = 0; i < count; i++) {
            int place = places[i] - first;
            if (place >= 0 && place < room) {
                out.put(place, source.get(i));
            }
        }
    }

    private static void longs(LongBuffer source, int count, int[] places, int first, LongBuffer out) {
        int room = out.limit();
        for (int i = 0; i < count; i++) {
            int place = places[i] - first;
            if (place >= 0 && place < room) {
                out.put(place, source.get(i));
            }
        }
    }

    private static void pairs(LongBuffer source, int count, int[] places, int first, LongBuffer out) {
        int room = out.limit() >> 1;
        for (int i = 0; i < count; i++) {
            int place = places[i] - first;
            if (place >= 0 && place < room) {
                out.put(2 * place, source.get(2 * i));
                out.put(2 * place + 1, source.get(2 * i + 1));
            }
        }
    }

    public static void longs(long[] source, int count, int[] places, MemorySegment out) {
        for (int part = 0; part < parts(out, PART_SHIFT); part++) {
            int first = part << (PART_SHIFT - 3);
            longs(source, count, places, first, Views.longs(part(out, part, PART_SHIFT)));
        }
    }

    private static void longs(long[] source, int count, int[] places, int first, LongBuffer out) {
        int room = out.limit();
        for (int i = 0; i < count; i++) {
            int place = places[i] - first;
            if (place >= 0 && place < room) {
                out.put(place, source[i]);
            }
        }
    }

    public static void doubles(double[] source, int count, int[] places, MemorySegment out) {
        for (int part = 0; part < parts(out, PART_SHIFT); part++) {
            int first = part << (PART_SHIFT - 3);
            doubles(source, count, places, first, Views.doubles(part(out, part, PART_SHIFT)));
        }
    }

    private static void doubles(double[] source, int count, int[] places, int first, DoubleBuffer out) {
        int room = out.limit();
        for (int i = 0; i < count; i++) {
            int place = places[i] - first;
            if (place >= 0 && place < room) {
                out.put(place, source[i]);
            }
        }
    }

    public static void bytes(byte[] source, int count, int[] places, MemorySegment out) {
        for (int part = 0; part < parts(out, PART_SHIFT); part++) {
            bytes(source, count, places, part << PART_SHIFT, Views.bytes(part(out, part, PART_SHIFT)));
        }
    }

    private static void bytes(byte[] source, int count, int[] places, int first, ByteBuffer out) {
        int room = out.limit();
        for (int i = 0; i < count; i++) {
            int place = places[i] - first;
            if (place >= 0 && place < room) {
                out.put(place, source[i]);
            }
        }
    }
}
