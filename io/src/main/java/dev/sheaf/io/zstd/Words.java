package dev.sheaf.io.zstd;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Little-endian words at any place of arrays and segments.
final class Words {
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    static long getLong(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    static void setLong(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    /// The `size` bytes from `at` on, at most 8, as a number; 8 bytes must be readable.
    static long get(byte[] bytes, int at, int size) {
        return size == Long.BYTES ? getLong(bytes, at) : getLong(bytes, at) & lowBits(size * Byte.SIZE);
    }

    /// A mask of up to 63 bits.
    static long lowBits(int count) {
        return (1L << count) - 1;
    }

    /// Position of the highest bit that is set.
    static int highBit(int value) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value);
    }
}
