package dev.sheaf.io.parquet.bytes;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Layouts of the numbers in a file: little endian, at any address.
public final class Bytes {
    public static final ValueLayout.OfShort LE_SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfInt LE_INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfLong LE_LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Bytes() {}
}
