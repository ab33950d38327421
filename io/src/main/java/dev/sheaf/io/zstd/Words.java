package dev.sheaf.io.zstd;

import static dev.sheaf.io.zstd.ZstdFormatException.check;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Little-endian words at any place of arrays and segments.
final class Words {
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    static long getLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    /// The `size` bytes from `at` on, at most 8, as a number; 8 bytes must be readable.
    static long get(byte[] bytes, int at, int size) {
        return size == Long.BYTES ? getLong(bytes, at) : getLong(bytes, at) & lowBits(size * Byte.SIZE);
    }

    /// A mask of up to 63 bits.
    static long lowBits(int count) {
        return (1L << count) - 1;
    }

    /// How many bits the stream of bits in `[start, end)` has: its last byte ends with a 1 on top of them. Zero bytes,
    /// or a last byte of 0, is no stream.
    ///
    /// @throws ZstdFormatException with this problem if there is none
    static long streamBits(byte[] block, int start, int end, String problem) {
        check(start < end && block[end - 1] != 0, problem);
        return (end - 1 - start) * 8L + highBit(Byte.toUnsignedInt(block[end - 1]));
    }

    /// Position of the highest bit that is set.
    static int highBit(int value) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value);
    }
}
