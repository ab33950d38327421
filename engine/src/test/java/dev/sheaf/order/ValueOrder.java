package dev.sheaf.order;

import dev.sheaf.column.Interval;
import dev.sheaf.column.SortDirection;
import dev.sheaf.testing.Sample;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The order of Java objects as the contract states it, without any column: what sorts are compared with.
final class ValueOrder {
    private static final BigInteger NANOS_PER_DAY = BigInteger.valueOf(86_400_000_000_000L);

    private ValueOrder() {}

    /// Compares rows of a sample by its columns `keys`.
    static Comparator<Integer> of(Sample sample, int[] keys, List<SortDirection> directions) {
        Comparator<Integer> order = (_, _) -> 0;
        for (int i = 0; i < keys.length; i++) {
            List<@Nullable Object> values = sample.columns().get(keys[i]);
            Comparator<@Nullable Object> key = directed(directions.get(i));
            order = order.thenComparing((a, b) -> key.compare(values.get(a), values.get(b)));
        }
        return order;
    }

    private static Comparator<@Nullable Object> directed(SortDirection direction) {
        Comparator<Object> values = ValueOrder::compare;
        Comparator<Object> directed = direction.descending() ? values.reversed() : values;
        return direction.nullsFirst() ? Comparator.nullsFirst(directed) : Comparator.nullsLast(directed);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int compare(Object a, Object b) {
        return switch (a) {
            case List<?> list -> compareLists(list, (List<?>) b);
            case Map<?, ?> fields ->
                compareLists(new ArrayList<>(fields.values()), new ArrayList<>(((Map<?, ?>) b).values()));
            case byte[] bytes -> Arrays.compareUnsigned(bytes, (byte[]) b);
            case String text -> Arrays.compareUnsigned(bytes(text), bytes((String) b));
            case Interval interval -> nanos(interval).compareTo(nanos((Interval) b));
            case Double value -> Double.compare(value + 0.0, (Double) b + 0.0);
            case Float value -> Float.compare(value + 0.0f, (Float) b + 0.0f);
            case Comparable value -> value.compareTo(b);
            default -> throw new AssertionError(a.getClass());
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static BigInteger nanos(Interval interval) {
        BigInteger days = BigInteger.valueOf(interval.months()).multiply(BigInteger.valueOf(30));
        return days.add(BigInteger.valueOf(interval.days()))
                .multiply(NANOS_PER_DAY)
                .add(BigInteger.valueOf(interval.nanos()));
    }

    /// Inside lists a null is greater than every value.
    private static int compareLists(List<?> a, List<?> b) {
        Comparator<@Nullable Object> elements = Comparator.nullsLast(ValueOrder::compare);
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            int order = elements.compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }
}
