package dev.sheaf.testing.groupby;

import dev.sheaf.column.Interval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The order and the sameness of values that the contract states.
public final class ReferenceOrder {
    private ReferenceOrder() {}

    /// -0.0 < 0.0 < ... < NaN; intervals by length, then months, then days; text and bytes by unsigned bytes; lists and
    /// structs part by part, a null in them
    /// after all values, what begins another before it.
    static int compare(Object a, Object b) {
        if (a instanceof List<?> x && b instanceof List<?> y) {
            return compareParts(x, y);
        }
        if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
            return compareParts(new ArrayList<>(x.values()), new ArrayList<>(y.values()));
        }
        if (a instanceof String x && b instanceof String y) {
            return compareBytes(x.getBytes(StandardCharsets.UTF_8), y.getBytes(StandardCharsets.UTF_8));
        }
        if (a instanceof byte[] x && b instanceof byte[] y) {
            return compareBytes(x, y);
        }
        if (a instanceof Interval x && b instanceof Interval y) {
            return Comparator.comparing(ReferenceOrder::nanos)
                    .thenComparing(Interval::months)
                    .thenComparing(Interval::days)
                    .compare(x, y);
        }
        return natural(a, b);
    }

    /// The length of an interval whose months have 30 days.
    private static BigInteger nanos(Interval interval) {
        return BigInteger.valueOf(30L * interval.months() + interval.days())
                .multiply(BigInteger.valueOf(86_400_000_000_000L))
                .add(BigInteger.valueOf(interval.nanos()));
    }

    private static int compareParts(List<?> a, List<?> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = nullsLast().compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
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

    /// The value as a key: one NaN, one zero, one interval of a length, in lists and structs, too.
    public static @Nullable Object key(@Nullable Object value) {
        return switch (value) {
            case Double number when number == 0 -> 0.0;
            case Double number when number.isNaN() -> Double.NaN;
            case Float number when number == 0 -> 0.0f;
            case Float number when number.isNaN() -> Float.NaN;
            case Interval span -> justified(nanos(span));
            case List<?> list ->
                Arrays.asList(list.stream().map(ReferenceOrder::key).toArray());
            case Map<?, ?> fields -> {
                Map<Object, @Nullable Object> keys = new LinkedHashMap<>();
                fields.forEach((name, field) -> keys.put(name, key(field)));
                yield keys;
            }
            case null, default -> value;
        };
    }

    /// Months of 30 days, then days, then what is left, as much of each as it holds, all with one sign.
    private static Interval justified(BigInteger nanos) {
        BigInteger day = BigInteger.valueOf(86_400_000_000_000L);
        BigInteger month = day.multiply(BigInteger.valueOf(30));
        int months = most(nanos.divide(month));
        BigInteger behind = nanos.subtract(month.multiply(BigInteger.valueOf(months)));
        int days = most(behind.divide(day));
        BigInteger rest = behind.subtract(day.multiply(BigInteger.valueOf(days)));
        return new Interval(months, days, rest.longValueExact());
    }

    private static int most(BigInteger count) {
        return count.max(BigInteger.valueOf(Integer.MIN_VALUE))
                .min(BigInteger.valueOf(Integer.MAX_VALUE))
                .intValueExact();
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
