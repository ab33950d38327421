package dev.sheaf.expr.bind;

import dev.sheaf.column.Interval;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;

/// The order of boxed values of one type.
final class BoxedOrder {
    private BoxedOrder() {}

    static int compare(Object a, Object b) {
        return switch (a) {
            case Boolean value -> value.compareTo((Boolean) b);
            case Float value -> compare(value.doubleValue(), ((Float) b).doubleValue());
            case Double value -> compare(value.doubleValue(), ((Double) b).doubleValue());
            case Number value -> exact(value).compareTo(exact((Number) b));
            case String value -> compare(utf8(value), utf8((String) b));
            case byte[] value -> compare(value, (byte[]) b);
            case LocalDate value -> value.compareTo((LocalDate) b);
            case LocalTime value -> value.compareTo((LocalTime) b);
            case LocalDateTime value -> value.compareTo((LocalDateTime) b);
            case Instant value -> value.compareTo((Instant) b);
            case Duration value -> value.compareTo((Duration) b);
            case Interval value -> nanos(value).compareTo(nanos((Interval) b));
            default -> throw new IllegalArgumentException("no order for " + a.getClass());
        };
    }

    /// NaN last, -0.0 equal to 0.0.
    private static int compare(double a, double b) {
        return Double.compare(a == 0 ? 0.0 : a, b == 0 ? 0.0 : b);
    }

    private static int compare(byte[] a, byte[] b) {
        return Arrays.compareUnsigned(a, b);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static BigDecimal exact(Number value) {
        return new BigDecimal(value.toString());
    }

    private static BigInteger nanos(Interval interval) {
        BigInteger days = BigInteger.valueOf(interval.months() * 30L + interval.days());
        return days.multiply(BigInteger.valueOf(Duration.ofDays(1).toNanos()))
                .add(BigInteger.valueOf(interval.nanos()));
    }
}
