package dev.sheaf.io.parquet.bytes;

import java.nio.ByteBuffer;

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
            ByteBuffer source, int from, int sourceWidth, ByteBuffer target, int at, int targetWidth) {
        int width = Math.min(sourceWidth, MOST_WIDTH);
        int start = from + sourceWidth - width;
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
            case Integer.BYTES -> target.putInt(at, (int) low);
            case Long.BYTES -> target.putLong(at, low);
            default -> {
                target.putLong(at, low);
                target.putLong(at + Long.BYTES, high);
            }
        }
    }

    /// As [#toInteger], `count` numbers of one width, one after the other. Behind them 8 more bytes can be read.
    public static void toIntegers(
            ByteBuffer source, int from, int sourceWidth, ByteBuffer target, int at, int targetWidth, int count) {
        if (sourceWidth > Long.BYTES && sourceWidth <= MOST_WIDTH && targetWidth == MOST_WIDTH) {
            wide(source, from, sourceWidth, target, at, count);
        } else if (sourceWidth > 0 && sourceWidth <= targetWidth && targetWidth == Long.BYTES) {
            narrow(source, from, sourceWidth, target, at, count);
        } else {
            for (int i = 0; i < count; i++) {
                int read = from + i * sourceWidth;
                toInteger(source, read, sourceWidth, target, at + i * targetWidth, targetWidth);
            }
        }
    }

    private static void wide(ByteBuffer source, int from, int width, ByteBuffer target, int at, int count) {
        int shift = Byte.SIZE * (MOST_WIDTH - width);
        int low = width - Long.BYTES;
        for (int i = 0; i < count; i++) {
            int read = from + i * width;
            int write = at + i * MOST_WIDTH;
            target.putLong(write, eight(source, read + low));
            target.putLong(write + Long.BYTES, eight(source, read) >> shift);
        }
    }

    private static void narrow(ByteBuffer source, int from, int width, ByteBuffer target, int at, int count) {
        int shift = Byte.SIZE * (Long.BYTES - width);
        for (int i = 0; i < count; i++) {
            long number = eight(source, from + i * width) >> shift;
            target.putLong(at + i * Long.BYTES, number);
        }
    }

    private static long eight(ByteBuffer source, int from) {
        return Long.reverseBytes(source.getLong(from));
    }

    private static long few(ByteBuffer source, int from, int width) {
        long number = width == 0 ? 0 : source.get(from);
        for (int i = 1; i < width; i++) {
            number = number << Byte.SIZE | (source.get(from + i) & 0xFF);
        }
        return number;
    }

    /// Whether bytes that lead a number only repeat its sign.
    private static boolean isSign(ByteBuffer source, int from, int width, byte sign) {
        for (int i = 0; i < width; i++) {
            if (source.get(from + i) != sign) {
                return false;
            }
        }
        return true;
    }
}
