package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Bits, least significant first.
public final class Bits {
    /// So many bytes are packed through one view.
    private static final int PACKED_AT_ONCE = 1 << 20;

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
        for (int from = 0; from < count; from += PACKED_AT_ONCE) {
            int size = Math.min(PACKED_AT_ONCE, count - from);
            pack(
                    Views.bytes(bytes, from, size),
                    size,
                    Views.bytes(bits.segment(), from >>> 3, Validity.byteSize(size)));
        }
        return bits;
    }

    private static void pack(ByteBuffer bytes, int count, ByteBuffer bits) {
        int whole = count & -Byte.SIZE;
        for (int i = 0; i < whole; i += Byte.SIZE) {
            bits.put(i >>> 3, packed(bytes.getLong(i)));
        }
        for (int i = whole; i < count; i++) {
            if (bytes.get(i) != 0) {
                set(bits, i);
            }
        }
    }

    /// A bit for each of eight bytes. The topmost bit of a byte tells whether it is zero; the product brings all of
    /// them side by side.
    private static byte packed(long bytes) {
        long carried = (bytes & 0x7F7F_7F7F_7F7F_7F7FL) + 0x7F7F_7F7F_7F7F_7F7FL;
        long lowest = ((carried | bytes) & 0x8080_8080_8080_8080L) >>> 7;
        return (byte) ((lowest * 0x0102_0408_1020_4080L) >>> 56);
    }

    /// Writes a bit for each value of an array, set where that is above `limit`, from bit `to` on, the first of a byte.
    /// Up to seven bytes of the padding behind the last bit are written.
    public static void above(long[] values, long limit, int rows, MemorySegment bits, long to) {
        int words = (rows + Long.SIZE - 1) >>> 6;
        above(values, limit, rows, Views.bytes(bits, to >>> 3, (long) words << 3));
    }

    private static void above(long[] values, long limit, int rows, ByteBuffer bits) {
        for (int from = 0; from < rows; from += Long.SIZE) {
            bits.putLong(from >>> 3, above(values, limit, from, Math.min(rows, from + Long.SIZE)));
        }
    }

    private static long above(long[] values, long limit, int from, int to) {
        long word = 0;
        for (int i = from; i < to; i++) {
            word |= (values[i] > limit ? 1L : 0) << i;
        }
        return word;
    }

    public static void set(ByteBuffer bits, int index) {
        bits.put(index >>> 3, (byte) (bits.get(index >>> 3) | 1 << (index & 7)));
    }
}
