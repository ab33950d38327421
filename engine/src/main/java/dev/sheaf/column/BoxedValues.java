package dev.sheaf.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/// The Java object for a value of fixed width; see [Column#get] for which.
final class BoxedValues {
    private BoxedValues() {}

    /// The object for row `row` of the values of a [FixedColumn] of a type.
    static Object of(DataType fixed, MemorySegment values, long row) {
        return switch (fixed) {
            case DataType.IntType type ->
                type.signed() ? signed(values, type.bits(), row) : unsigned(values, type.bits(), row);
            case DataType.FloatType(int bits) ->
                bits == 32
                        ? (Object) values.getAtIndex(ValueLayout.JAVA_FLOAT, row)
                        : (Object) values.getAtIndex(ValueLayout.JAVA_DOUBLE, row);
            case DataType.DecimalType type -> new BigDecimal(unscaled(values, type, row), type.scale());
            case DataType.DateType() -> LocalDate.ofEpochDay(values.getAtIndex(ValueLayout.JAVA_INT, row));
            case DataType.TimeType(TimeUnit unit) ->
                LocalTime.ofNanoOfDay(nanos(values.getAtIndex(ValueLayout.JAVA_LONG, row), unit));
            case DataType.TimestampType type -> timestamp(type, values.getAtIndex(ValueLayout.JAVA_LONG, row));
            case DataType.DurationType(TimeUnit unit) -> duration(values.getAtIndex(ValueLayout.JAVA_LONG, row), unit);
            case DataType.IntervalType() -> Interval.of(values, row);
            case DataType.CategoryType category ->
                category.categories().value(values.getAtIndex(ValueLayout.JAVA_INT, row));
            case DataType.NullType(), DataType.BoolType(), DataType.StringType(), DataType.BinaryType() ->
                throw notFixed(fixed);
            case DataType.ListType _, DataType.StructType _, DataType.DictionaryType _ -> throw notFixed(fixed);
        };
    }

    private static AssertionError notFixed(DataType type) {
        return new AssertionError(type + " in a fixed-width column");
    }

    private static Object signed(MemorySegment values, int bits, long row) {
        return switch (bits) {
            case 8 -> (Object) values.get(ValueLayout.JAVA_BYTE, row);
            case 16 -> (Object) values.getAtIndex(ValueLayout.JAVA_SHORT, row);
            case 32 -> (Object) values.getAtIndex(ValueLayout.JAVA_INT, row);
            default -> (Object) values.getAtIndex(ValueLayout.JAVA_LONG, row);
        };
    }

    private static Object unsigned(MemorySegment values, int bits, long row) {
        return switch (bits) {
            case 8 -> (Object) (short) Byte.toUnsignedInt(values.get(ValueLayout.JAVA_BYTE, row));
            case 16 -> (Object) Short.toUnsignedInt(values.getAtIndex(ValueLayout.JAVA_SHORT, row));
            case 32 -> (Object) Integer.toUnsignedLong(values.getAtIndex(ValueLayout.JAVA_INT, row));
            default -> (Object) Int128.toBigInteger(0, values.getAtIndex(ValueLayout.JAVA_LONG, row));
        };
    }

    private static BigInteger unscaled(MemorySegment values, DataType.DecimalType type, long row) {
        return switch (type.bits()) {
            case 32 -> BigInteger.valueOf(values.getAtIndex(ValueLayout.JAVA_INT, row));
            case 64 -> BigInteger.valueOf(values.getAtIndex(ValueLayout.JAVA_LONG, row));
            default -> Int128.toBigInteger(Int128.high(values, row), Int128.low(values, row));
        };
    }

    private static long nanos(long count, TimeUnit unit) {
        return count * (TimeUnit.NANO.perSecond() / unit.perSecond());
    }

    private static Object timestamp(DataType.TimestampType type, long count) {
        long perSecond = type.unit().perSecond();
        long seconds = Math.floorDiv(count, perSecond);
        int nanos = (int) nanos(Math.floorMod(count, perSecond), type.unit());
        return type.zone().isPresent()
                ? Instant.ofEpochSecond(seconds, nanos)
                : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
    }

    private static Duration duration(long count, TimeUnit unit) {
        long perSecond = unit.perSecond();
        return Duration.ofSeconds(Math.floorDiv(count, perSecond), nanos(Math.floorMod(count, perSecond), unit));
    }
}
