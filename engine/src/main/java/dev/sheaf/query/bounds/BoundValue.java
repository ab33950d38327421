package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.memory.Utf8Text;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;

/// Bounds as Java objects, as [dev.sheaf.column.Column#get] gives them, and how they compare with each other
/// and with literals.
public final class BoundValue {
    private BoundValue() {}

    /// How two values compare; [#UNKNOWN] if they do not, or not the same whichever type both are converted to.
    public enum Order {
        LESS,
        EQUAL,
        GREATER,
        UNKNOWN;

        static Order of(int comparison) {
            return comparison < 0 ? LESS : comparison > 0 ? GREATER : EQUAL;
        }
    }

    /// A whole number as a value of a type: an integer, a decimal, unscaled, or a date or time by its unit.
    /// Empty if the type has no such values, or there is no object for this one.
    public static Optional<Object> whole(DataType type, long value) {
        return switch (type) {
            case DataType.IntType(int bits, boolean signed) -> Optional.of(integer(bits, signed, value));
            case DataType.DecimalType decimal -> Optional.of(BigDecimal.valueOf(value, decimal.scale()));
            case DataType.DateType() -> Optional.of(LocalDate.ofEpochDay(value));
            case DataType.TimeType(TimeUnit unit) -> time(unit, value);
            case DataType.TimestampType timestamp -> timestamp(timestamp, value);
            default -> Optional.empty();
        };
    }

    private static Object integer(int bits, boolean signed, long value) {
        return switch (bits) {
            case 8 -> signed ? (Object) (byte) value : (Object) (short) (value & 0xFF);
            case 16 -> signed ? (Object) (short) value : (Object) (int) (value & 0xFFFF);
            case 32 -> signed ? (Object) (int) value : (Object) (value & 0xFFFF_FFFFL);
            default -> signed ? (Object) value : (Object) new BigInteger(Long.toUnsignedString(value));
        };
    }

    private static Optional<Object> time(TimeUnit unit, long value) {
        long perDay = unit.perSecond() * 24 * 60 * 60;
        long nanos = TimeUnit.NANO.perSecond() / unit.perSecond();
        return value < 0 || value >= perDay ? Optional.empty() : Optional.of(LocalTime.ofNanoOfDay(value * nanos));
    }

    private static Optional<Object> timestamp(DataType.TimestampType type, long value) {
        long perSecond = type.unit().perSecond();
        long seconds = Math.floorDiv(value, perSecond);
        int nanos = (int) (Math.floorMod(value, perSecond) * (TimeUnit.NANO.perSecond() / perSecond));
        if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
            return Optional.empty();
        }
        return Optional.of(
                type.zone().isPresent()
                        ? Instant.ofEpochSecond(seconds, nanos)
                        : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC));
    }

    /// Text of UTF-8; empty if the bytes are none, as those of a bound that is cut inside a character.
    public static Optional<Object> text(byte[] bytes) {
        return Utf8Text.of(bytes).map(text -> text);
    }

    /// Compares a bound with another bound or a literal.
    ///
    /// Numbers of different types may be compared exactly, as doubles or as floats by whoever filters; only
    /// what all of these agree on is known.
    public static Order compare(Object a, Object b) {
        return switch (a) {
            case Number x when b instanceof Number y -> numbers(x, y);
            case String x when b instanceof String y -> Order.of(Arrays.compareUnsigned(utf8(x), utf8(y)));
            case Boolean x when b instanceof Boolean y -> Order.of(x.compareTo(y));
            case LocalDate x when b instanceof LocalDate y -> Order.of(x.compareTo(y));
            case LocalDate x
            when b instanceof LocalDateTime y -> Order.of(x.atStartOfDay().compareTo(y));
            case LocalDateTime x when b instanceof LocalDate y -> Order.of(x.compareTo(y.atStartOfDay()));
            case LocalDateTime x when b instanceof LocalDateTime y -> Order.of(x.compareTo(y));
            case LocalTime x when b instanceof LocalTime y -> Order.of(x.compareTo(y));
            case Instant x when b instanceof Instant y -> Order.of(x.compareTo(y));
            default -> Order.UNKNOWN;
        };
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Order numbers(Number a, Number b) {
        if (a instanceof Long x && b instanceof Long y) {
            return Order.of(Long.compare(x, y));
        }
        if (!isFloating(a) && !isFloating(b)) {
            return Order.of(exact(a).compareTo(exact(b)));
        }
        double x = a.doubleValue();
        double y = b.doubleValue();
        if (Double.isNaN(x) || Double.isNaN(y)) {
            return Order.UNKNOWN;
        }
        Order order = doubles(x, y);
        if (a instanceof Float || b instanceof Float) {
            order = agreed(order, doubles(a.floatValue(), b.floatValue()));
        }
        return Double.isInfinite(x) || Double.isInfinite(y)
                ? order
                : agreed(order, Order.of(exact(a).compareTo(exact(b))));
    }

    private static boolean isFloating(Number value) {
        return value instanceof Float || value instanceof Double;
    }

    private static Order doubles(double a, double b) {
        return a < b ? Order.LESS : a > b ? Order.GREATER : Order.EQUAL;
    }

    private static Order agreed(Order a, Order b) {
        return a == b ? a : Order.UNKNOWN;
    }

    private static BigDecimal exact(Number value) {
        return switch (value) {
            case BigDecimal decimal -> decimal;
            case BigInteger integer -> new BigDecimal(integer);
            case Float floating -> new BigDecimal(floating);
            case Double floating -> new BigDecimal(floating);
            default -> BigDecimal.valueOf(value.longValue());
        };
    }
}
