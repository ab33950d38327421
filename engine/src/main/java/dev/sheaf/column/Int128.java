package dev.sheaf.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/// 128-bit two's complement integers as they lie in columns of [Layout#INT128]: low word, then high word.
public final class Int128 {
    private static final int BYTES = 16;

    private Int128() {}

    /// The low 64 bits of a row.
    public static long low(MemorySegment values, long row) {
        return values.get(ValueLayout.JAVA_LONG, row * BYTES);
    }

    /// The high 64 bits of a row, with the sign.
    public static long high(MemorySegment values, long row) {
        return values.get(ValueLayout.JAVA_LONG, row * BYTES + Long.BYTES);
    }

    /// Stores a row.
    public static void set(MemorySegment values, long row, long high, long low) {
        values.set(ValueLayout.JAVA_LONG, row * BYTES, low);
        values.set(ValueLayout.JAVA_LONG, row * BYTES + Long.BYTES, high);
    }

    /// The integer of two words.
    public static BigInteger toBigInteger(long high, long low) {
        BigInteger lowPart = BigInteger.valueOf(low >>> 1).shiftLeft(1).add(BigInteger.valueOf(low & 1));
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(lowPart);
    }

    /// The high word of an integer.
    ///
    /// @throws ArithmeticException if it does not fit 128 bits
    public static long highWord(BigInteger value) {
        return value.shiftRight(Long.SIZE).longValueExact();
    }

    /// Compares two integers as signed numbers.
    public static int compare(long highA, long lowA, long highB, long lowB) {
        return highA != highB ? Long.compare(highA, highB) : Long.compareUnsigned(lowA, lowB);
    }
}
