package dev.sheaf.io.parquet.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Signed big-endian numbers of any number of bytes, in which decimals lie in byte arrays.
public final class BigEndian {
    private static final int MOST_WIDTH = 16;
    private static final int SIGN = Long.SIZE - 1;

    private BigEndian() {}

    /// Stores the number at `from` as a little-endian one of `targetWidth` (4, 8 or 16) bytes at `at`. No bytes
    /// are the number 0.
    ///
    /// @throws MalformedPageException if it does not fit
    public static void toInteger(
            MemorySegment source, long from, int sourceWidth, MemorySegment target, long at, int targetWidth) {
        int width = Math.min(sourceWidth, MOST_WIDTH);
        long start = from + sourceWidth - width;
        long low = width < Long.BYTES ? few(source, start, width) : eight(source, start + width - Long.BYTES);
        long high = width > Long.BYTES ? eight(source, start) >> (Byte.SIZE * (MOST_WIDTH - width)) : low >> SIGN;
        boolean fits = switch (targetWidth) {
            case Integer.BYTES -> low == (int) low && high == low >> SIGN;
            case Long.BYTES -> high == low >> SIGN;
            default -> true;
        };
        if (!fits || !isSign(source, from, sourceWidth - width, (byte) (high >> SIGN))) {
            throw new MalformedPageException(
                    "a decimal of " + sourceWidth + " bytes that does not fit its declared precision");
        }
        switch (targetWidth) {
            case Integer.BYTES -> target.set(Bytes.LE_INT, at, (int) low);
            case Long.BYTES -> target.set(Bytes.LE_LONG, at, low);
            default -> {
                target.set(Bytes.LE_LONG, at, low);
                target.set(Bytes.LE_LONG, at + Long.BYTES, high);
            }
        }
    }

    /// As [#toInteger], `count` numbers of one width, one after the other. Behind them 8 more bytes can be read.
    public static void toIntegers(
            MemorySegment source,
            long from,
            int sourceWidth,
            MemorySegment target,
            long at,
            int targetWidth,
            int count) {
        if (sourceWidth > Long.BYTES && sourceWidth <= MOST_WIDTH && targetWidth == MOST_WIDTH) {
            wide(source, from, sourceWidth, target, at, count);
        } else if (sourceWidth > 0 && sourceWidth <= targetWidth && targetWidth == Long.BYTES) {
            narrow(source, from, sourceWidth, target, at, count);
        } else {
            for (int i = 0; i < count; i++) {
                long read = from + (long) i * sourceWidth;
                toInteger(source, read, sourceWidth, target, at + (long) i * targetWidth, targetWidth);
            }
        }
    }

    private static void wide(MemorySegment source, long from, int width, MemorySegment target, long at, int count) {
        int shift = Byte.SIZE * (MOST_WIDTH - width);
        int low = width - Long.BYTES;
        for (int i = 0; i < count; i++) {
            long read = from + (long) i * width;
            long write = at + (long) i * MOST_WIDTH;
            target.set(Bytes.LE_LONG, write, eight(source, read + low));
            target.set(Bytes.LE_LONG, write + Long.BYTES, eight(source, read) >> shift);
        }
    }

    private static void narrow(MemorySegment source, long from, int width, MemorySegment target, long at, int count) {
        int shift = Byte.SIZE * (Long.BYTES - width);
        for (int i = 0; i < count; i++) {
            long number = eight(source, from + (long) i * width) >> shift;
            target.set(Bytes.LE_LONG, at + (long) i * Long.BYTES, number);
        }
    }

    private static long eight(MemorySegment source, long from) {
        return Long.reverseBytes(source.get(Bytes.LE_LONG, from));
    }

    private static long few(MemorySegment source, long from, int width) {
        long number = width == 0 ? 0 : source.get(ValueLayout.JAVA_BYTE, from);
        for (int i = 1; i < width; i++) {
            number = number << Byte.SIZE | (source.get(ValueLayout.JAVA_BYTE, from + i) & 0xFF);
        }
        return number;
    }

    /// Whether bytes that lead a number only repeat its sign.
    private static boolean isSign(MemorySegment source, long from, int width, byte sign) {
        for (int i = 0; i < width; i++) {
            if (source.get(ValueLayout.JAVA_BYTE, from + i) != sign) {
                return false;
            }
        }
        return true;
    }
}
