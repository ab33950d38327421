package dev.sheaf.testing.groupby;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The order and the sameness of values that the contract states.
final class ReferenceOrder {
    private ReferenceOrder() {}

    /// -0.0 < 0.0 < ... < NaN; text and bytes by unsigned bytes.
    static int compare(Object a, Object b) {
        if (a instanceof String x && b instanceof String y) {
            return compareBytes(x.getBytes(StandardCharsets.UTF_8), y.getBytes(StandardCharsets.UTF_8));
        }
        if (a instanceof byte[] x && b instanceof byte[] y) {
            return compareBytes(x, y);
        }
        return natural(a, b);
    }

    private static int compareBytes(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b);
    }

    @SuppressWarnings("unchecked")
    private static int natural(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /// Nulls after all values.
    static Comparator<@Nullable Object> nullsLast() {
        return Comparator.nullsLast((a, b) -> compare(Objects.requireNonNull(a), Objects.requireNonNull(b)));
    }

    /// The value as a key: one NaN, one zero.
    static @Nullable Object key(@Nullable Object value) {
        return switch (value) {
            case Double number when number == 0 -> 0.0;
            case Double number when number.isNaN() -> Double.NaN;
            case Float number when number == 0 -> 0.0f;
            case Float number when number.isNaN() -> Float.NaN;
            case null, default -> value;
        };
    }

    /// A number exactly; only for finite ones.
    static BigDecimal exact(Object number) {
        return switch (number) {
            case BigDecimal decimal -> decimal;
            case BigInteger integer -> new BigDecimal(integer);
            case Float f -> new BigDecimal((double) f);
            case Double d -> new BigDecimal(d);
            default -> BigDecimal.valueOf(((Number) number).longValue());
        };
    }
}
