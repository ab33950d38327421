package dev.sheaf.column;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/// What a column of fixed width keeps of a Java object: the opposite of [BoxedValues].
///
/// Each method throws [ClassCastException] of an object of another class and [ArithmeticException] of one that does
/// not fit.
final class UnboxedValues {
    private UnboxedValues() {}

    /// What a column of integers, dates, times, timestamps, durations or categories keeps.
    ///
    /// @throws IllegalArgumentException if the value is none of the categories
    static long count(DataType counted, Object value) {
        return switch (counted) {
            case DataType.IntType type ->
                integer(type, new BigDecimal(((Number) value).toString()).toBigIntegerExact());
            case DataType.DateType() -> Math.toIntExact(((LocalDate) value).toEpochDay());
            case DataType.TimeType(TimeUnit unit) -> count(0, ((LocalTime) value).toNanoOfDay(), unit);
            case DataType.TimestampType type -> timestamp(type.unit(), value);
            case DataType.DurationType(TimeUnit unit) ->
                count(((Duration) value).getSeconds(), ((Duration) value).getNano(), unit);
            case DataType.CategoryType category -> code(category, value);
            case DataType.NullType _, DataType.BoolType _, DataType.FloatType _, DataType.DecimalType _ ->
                throw notCounted(counted);
            case DataType.IntervalType _, DataType.StringType _, DataType.BinaryType _ -> throw notCounted(counted);
            case DataType.ListType _, DataType.StructType _, DataType.DictionaryType _ -> throw notCounted(counted);
        };
    }

    private static AssertionError notCounted(DataType type) {
        return new AssertionError(type + " is no count");
    }

    private static long integer(DataType.IntType type, BigInteger value) {
        int room = type.signed() ? type.bits() - 1 : type.bits();
        if (value.bitLength() > room || (!type.signed() && value.signum() < 0)) {
            throw new ArithmeticException("out of range");
        }
        return value.longValue();
    }

    private static long timestamp(TimeUnit unit, Object value) {
        Instant instant = value instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : (Instant) value;
        return count(instant.getEpochSecond(), instant.getNano(), unit);
    }

    private static long count(long seconds, long nanos, TimeUnit unit) {
        return Math.addExact(
                Math.multiplyExact(seconds, unit.perSecond()), nanos / (TimeUnit.NANO.perSecond() / unit.perSecond()));
    }

    private static int code(DataType.CategoryType category, Object value) {
        int code = category.categories().code(value);
        if (code < 0) {
            throw new IllegalArgumentException(value + " is none of " + category + "; add it to the categories");
        }
        return code;
    }

    /// What a column of floats keeps, for it to round. A number beyond the greatest of the type is none that it has.
    static double number(DataType.FloatType type, Number value) {
        double number = value.doubleValue();
        double rounded = type.bits() == 32 ? (float) number : number;
        if (Double.isInfinite(rounded) && !value.toString().endsWith("Infinity")) {
            throw new ArithmeticException("out of range");
        }
        return number;
    }

    /// What a column of decimals keeps: the number without its point.
    static BigInteger unscaled(DataType.DecimalType type, Number value) {
        BigInteger unscaled =
                new BigDecimal(value.toString()).setScale(type.scale()).unscaledValue();
        if (new BigDecimal(unscaled).precision() > type.precision()) {
            throw new ArithmeticException("out of range");
        }
        return unscaled;
    }
}
