package dev.sheaf.io.arrow;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Int128;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/// Rewrites one value of fixed width that Arrow lays out otherwise than we do. The target starts as zeros.
///
/// Methods throw [IllegalArgumentException] for a value that our type does not have.
@FunctionalInterface
interface Conversion {
    /// Milliseconds of a day, in dates of 64 bits.
    long DAY = 86_400_000;

    /// Nanoseconds of a millisecond.
    long MILLISECOND = 1_000_000;

    /// Reads the value at `fromAt` and stores it at `toAt`.
    void convert(MemorySegment from, long fromAt, MemorySegment to, long toAt);

    /// Times of 32 bits.
    static void times(MemorySegment from, long fromAt, MemorySegment to, long toAt) {
        to.set(ValueLayout.JAVA_LONG, toAt, from.get(ValueLayout.JAVA_INT, fromAt));
    }

    /// Dates in milliseconds.
    static void dates(MemorySegment from, long fromAt, MemorySegment to, long toAt) {
        long days = Math.floorDiv(from.get(ValueLayout.JAVA_LONG, fromAt), DAY);
        if (days != (int) days) {
            throw new IllegalArgumentException("a date is " + days + " days from 1970, more than 32 bits hold");
        }
        to.set(ValueLayout.JAVA_INT, toAt, (int) days);
    }

    /// Intervals of months.
    static void months(MemorySegment from, long fromAt, MemorySegment to, long toAt) {
        to.set(ValueLayout.JAVA_INT, toAt, from.get(ValueLayout.JAVA_INT, fromAt));
    }

    /// Intervals of days and milliseconds.
    static void dayTimes(MemorySegment from, long fromAt, MemorySegment to, long toAt) {
        to.set(ValueLayout.JAVA_INT, toAt + Integer.BYTES, from.get(ValueLayout.JAVA_INT, fromAt));
        long nanos = from.get(ValueLayout.JAVA_INT, fromAt + Integer.BYTES) * MILLISECOND;
        to.set(ValueLayout.JAVA_LONG, toAt + Long.BYTES, nanos);
    }

    /// Decimals of 4, 8, 16 or 32 bytes, with so many zeros put behind the digits.
    static Conversion decimals(int bytes, int zeros, DataType.DecimalType type) {
        BigInteger power = BigInteger.TEN.pow(zeros);
        return (from, fromAt, to, toAt) -> {
            long low = bytes == Integer.BYTES
                    ? from.get(ValueLayout.JAVA_INT, fromAt)
                    : from.get(ValueLayout.JAVA_LONG, fromAt);
            long high = bytes > Long.BYTES ? from.get(ValueLayout.JAVA_LONG, fromAt + Long.BYTES) : sign(low);
            for (long at = 2 * Long.BYTES; at < bytes; at += Long.BYTES) {
                check(from.get(ValueLayout.JAVA_LONG, fromAt + at) == sign(high), type);
            }
            if (zeros == 0) {
                store(low, high, type, to, toAt);
                return;
            }
            BigInteger value = Int128.toBigInteger(high, low).multiply(power);
            check(value.bitLength() < 2 * Long.SIZE, type);
            store(value.longValue(), value.shiftRight(Long.SIZE).longValue(), type, to, toAt);
        };
    }

    private static long sign(long word) {
        return word >> (Long.SIZE - 1);
    }

    private static void check(boolean fits, DataType.DecimalType type) {
        if (!fits) {
            throw new IllegalArgumentException("a value has more digits than " + type);
        }
    }

    private static void store(long low, long high, DataType.DecimalType type, MemorySegment to, long toAt) {
        check(type.bits() > Long.SIZE || high == sign(low), type);
        check(type.bits() > Integer.SIZE || low == (int) low, type);
        if (type.bits() == Integer.SIZE) {
            to.set(ValueLayout.JAVA_INT, toAt, (int) low);
            return;
        }
        to.set(ValueLayout.JAVA_LONG, toAt, low);
        if (type.bits() > Long.SIZE) {
            to.set(ValueLayout.JAVA_LONG, toAt + Long.BYTES, high);
        }
    }
}
