package dev.sheaf.io.parquet.bytes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Signed big-endian numbers of any number of bytes, in which decimals lie in byte arrays.
public final class BigEndian {
    private BigEndian() {}

    /// Stores the number at `from` as a little-endian one of `targetWidth` (4, 8 or 16) bytes at `at`. No bytes
    /// are the number 0.
    ///
    /// @throws MalformedPageException if it does not fit
    public static void toInteger(
            MemorySegment source, long from, int sourceWidth, MemorySegment target, long at, int targetWidth) {
        byte sign = sourceWidth == 0 ? 0 : (byte) (source.get(ValueLayout.JAVA_BYTE, from) >> 7);
        for (int i = 0; i < targetWidth; i++) {
            int index = sourceWidth - 1 - i;
            target.set(
                    ValueLayout.JAVA_BYTE, at + i, index < 0 ? sign : source.get(ValueLayout.JAVA_BYTE, from + index));
        }
        byte top = target.get(ValueLayout.JAVA_BYTE, at + targetWidth - 1);
        for (int i = 0; i < sourceWidth - targetWidth; i++) {
            if (source.get(ValueLayout.JAVA_BYTE, from + i) != sign || (top >> 7) != sign) {
                throw new MalformedPageException(
                        "a decimal of " + sourceWidth + " bytes that does not fit its declared precision");
            }
        }
    }
}
