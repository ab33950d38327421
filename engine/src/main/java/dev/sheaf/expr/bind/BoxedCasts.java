package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.FloatType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.memory.Utf8Text;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/// Casts of boxed values.
final class BoxedCasts {
    private BoxedCasts() {}

    /// @throws ArithmeticException or an IllegalArgumentException if the value does not convert
    static Object cast(Object value, DataType from, DataType to) {
        if (from.equals(to)) {
            return value;
        }
        if (from instanceof DataType.CategoryType category) {
            return cast(value, category.values(), to);
        }
        return switch (to) {
            case DataType.CategoryType category -> among(category, cast(value, from, category.values()));
            case DataType.StringType() -> value instanceof byte[] bytes ? utf8(bytes) : BoxedFormat.text(value, from);
            case DataType.BinaryType() -> ((String) value).getBytes(StandardCharsets.UTF_8);
            default -> value instanceof String text ? BoxedReading.read(text, to) : convert(value, from, to);
        };
    }

    private static Object among(DataType.CategoryType category, Object value) {
        int code = category.categories().code(value);
        if (code < 0) {
            throw new IllegalArgumentException(value + " is none of " + category);
        }
        return category.categories().value(code);
    }

    private static String utf8(byte[] bytes) {
        return Utf8Text.of(bytes).orElseThrow(() -> new IllegalArgumentException("not UTF-8"));
    }

    private static Object convert(Object value, DataType from, DataType to) {
        return switch (value) {
            case Boolean truth -> number(truth ? 1 : 0, to);
            case Number number -> number(number, to);
            case LocalDate date -> BoxedTemporals.checked(moment(date.atStartOfDay(), (TimestampType) to), to);
            case LocalTime time -> cut(time, to);
            case Duration span -> span(span, to);
            default -> timestamp(value, from, to);
        };
    }

    private static Object number(Number value, DataType to) {
        boolean floating = value instanceof Float || value instanceof Double;
        double number = value.doubleValue();
        return switch (to) {
            case DataType.BoolType() ->
                floating ? number != 0 : BoxedOrder.exact(value).signum() != 0;
            case FloatType(int bits) -> bits == 64 ? (Object) number : (Object) single(value);
            case IntType _ when floating -> BoxedNumbers.box(new BigDecimal(Math.rint(finite(number))), to);
            case DecimalType(int _, int scale) when floating -> decimal(number, scale, to);
            case DecimalType(int _, int scale) ->
                BoxedNumbers.box(BoxedOrder.exact(value).setScale(scale, RoundingMode.HALF_UP), to);
            default -> BoxedNumbers.box(BoxedOrder.exact(value).setScale(0, RoundingMode.HALF_UP), to);
        };
    }

    private static Float single(Number value) {
        float number = value.floatValue();
        if (value instanceof BigDecimal) {
            number = (float) value.doubleValue();
        }
        if (value instanceof Double && Float.isInfinite(number) && !Double.isInfinite(value.doubleValue())) {
            throw new ArithmeticException("beyond float32");
        }
        return number;
    }

    private static double finite(double value) {
        if (!Double.isFinite(value)) {
            throw new ArithmeticException(value + " is no whole number");
        }
        return value;
    }

    private static Object decimal(double value, int scale, DataType to) {
        double power = Double.parseDouble("1e" + scale);
        BigDecimal scaled = new BigDecimal(finite(value * power)).setScale(0, RoundingMode.HALF_UP);
        return BoxedNumbers.box(scaled.movePointLeft(scale), to);
    }

    private static Object cut(LocalTime time, DataType to) {
        long step = TimeUnit.NANO.perSecond() / BoxedTemporals.unit(to).perSecond();
        return LocalTime.ofNanoOfDay(time.toNanoOfDay() / step * step);
    }

    private static Object span(Duration span, DataType to) {
        if (to instanceof DurationType(TimeUnit unit)) {
            return BoxedTemporals.checked(rounded(span, unit), to);
        }
        Duration days = Duration.ofDays(span.toDays());
        return new Interval(0, Math.toIntExact(days.toDays()), span.minus(days).toNanos());
    }

    /// To the nearest unit, half away from zero.
    private static Duration rounded(Duration span, TimeUnit unit) {
        BigDecimal seconds = BigDecimal.valueOf(span.getSeconds()).add(BigDecimal.valueOf(span.getNano(), 9));
        int digits = Long.toString(unit.perSecond()).length() - 1;
        BigDecimal nearest = seconds.setScale(digits, RoundingMode.HALF_UP);
        BigDecimal whole = nearest.setScale(0, RoundingMode.FLOOR);
        return Duration.ofSeconds(
                whole.longValueExact(),
                nearest.subtract(whole).movePointRight(9).longValueExact());
    }

    private static Object moment(LocalDateTime local, TimestampType to) {
        return to.zone().isPresent() ? BoxedTemporals.toInstant(local, BoxedTemporals.zone(to)) : local;
    }

    private static Object timestamp(Object value, DataType from, DataType to) {
        LocalDateTime local = BoxedTemporals.local(value, from);
        return switch (to) {
            case DataType.DateType() -> BoxedTemporals.checked(local.toLocalDate(), to);
            case DataType.TimeType _ -> cut(local.toLocalTime(), to);
            case TimestampType type -> BoxedTemporals.checked(timestamp(value, (TimestampType) from, local, type), to);
            default -> throw new AssertionError(to);
        };
    }

    private static Object timestamp(Object value, TimestampType from, LocalDateTime local, TimestampType to) {
        if (value instanceof Instant instant && to.zone().isPresent()) {
            return Instant.EPOCH.plus(rounded(Duration.between(Instant.EPOCH, instant), to.unit()));
        }
        Duration sinceEpoch = Duration.between(Instant.EPOCH, local.toInstant(ZoneOffset.UTC));
        LocalDateTime nearest =
                LocalDateTime.ofInstant(Instant.EPOCH.plus(rounded(sinceEpoch, to.unit())), ZoneOffset.UTC);
        return from.zone().isPresent() ? nearest : moment(nearest, to);
    }
}
