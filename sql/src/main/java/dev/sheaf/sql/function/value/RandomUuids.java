package dev.sheaf.sql.function.value;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.ScalarFunction;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Random UUIDs of version 4, as text.
public final class RandomUuids {
    /// The UUID of three random numbers, of 53 bits each.
    public static final ScalarFunction OF_RANDOM = ScalarFunction.of(
            "uuid", List.of(DataType.FLOAT64, DataType.FLOAT64, DataType.FLOAT64), DataType.STRING, RandomUuids::text);

    private static final double BITS = 0x1p53;
    private static final int MISSING_BITS = 11;
    private static final long VERSION_MASK = 0xF000L;
    private static final long VERSION = 0x4000L;

    private RandomUuids() {}

    private static String text(@Nullable Object[] randoms) {
        long rest = bits(randoms[2]);
        long high = bits(randoms[0]) << MISSING_BITS | (rest & ((1L << MISSING_BITS) - 1));
        long low = bits(randoms[1]) << MISSING_BITS | (rest >>> MISSING_BITS & ((1L << MISSING_BITS) - 1));
        return new UUID((high & ~VERSION_MASK) | VERSION, (low & ~(3L << 62)) | Long.MIN_VALUE).toString();
    }

    private static long bits(@Nullable Object random) {
        return (long) ((Double) Objects.requireNonNull(random) * BITS);
    }
}
