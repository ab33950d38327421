package dev.sheaf.groupby.cpu.direct;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/// Which masks let a row count, as a byte a row with a bit a mask, for a block of rows at a time.
///
/// A `DirectLoop` has all masks of a row by one load, and what follows from them by one more from a table of
/// `MaskTable`: testing a bit of each mask took five instructions a mask, and as many to count by it.
final class MaskBits {
    /// The most masks of a loop: bytes are not negative, and the table is a few kilobytes.
    static final int MOST_MASKS = 7;

    /// Rows of a block: the bytes stay in the first-level cache.
    static final int BLOCK_ROWS = 4096;

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// For eight bits the same as the least bits of eight bytes.
    private static final long[] SPREAD = spread();

    private final List<long[]> masks;
    private final byte[] bytes;
    private int origin;

    MaskBits(List<long[]> masks) {
        this.masks = List.copyOf(masks);
        this.bytes = new byte[masks.isEmpty() ? 0 : BLOCK_ROWS + Long.SIZE];
    }

    /// Whether there is anything to load.
    boolean isEmpty() {
        return masks.isEmpty();
    }

    /// The byte of row [#origin()] and those after it.
    byte[] bytes() {
        return bytes;
    }

    /// The row of the first byte.
    int origin() {
        return origin;
    }

    /// Takes a block of rows.
    void load(int from, int to) {
        int first = from >>> 6;
        int words = ((to + Long.SIZE - 1) >>> 6) - first;
        origin = first << 6;
        for (int mask = 0; mask < masks.size(); mask++) {
            if (mask == 0) {
                set(masks.getFirst(), first, words, bytes);
            } else {
                add(masks.get(mask), first, words, mask, bytes);
            }
        }
    }

    private static void set(long[] mask, int first, int words, byte[] bytes) {
        for (int word = 0; word < words; word++) {
            long bits = mask[first + word];
            for (int part = 0; part < Long.BYTES; part++) {
                EIGHT.set(bytes, (word << 6) + (part << 3), SPREAD[(int) (bits >>> (part << 3)) & 0xFF]);
            }
        }
    }

    private static void add(long[] mask, int first, int words, int number, byte[] bytes) {
        for (int word = 0; word < words; word++) {
            long bits = mask[first + word];
            for (int part = 0; part < Long.BYTES; part++) {
                int at = (word << 6) + (part << 3);
                long before = (long) EIGHT.get(bytes, at);
                EIGHT.set(bytes, at, before | SPREAD[(int) (bits >>> (part << 3)) & 0xFF] << number);
            }
        }
    }

    private static long[] spread() {
        long[] spread = new long[1 << Byte.SIZE];
        for (int bits = 0; bits < spread.length; bits++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                spread[bits] |= (long) (bits >>> bit & 1) << (bit << 3);
            }
        }
        return spread;
    }
}
