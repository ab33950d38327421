package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.query.bounds.BoundValue;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;

/// Values in plain encoding, of texts without their lengths: what [BoundBytes] decodes.
final class PlainBytes {
    private PlainBytes() {}

    /// The bytes that all rows of a column have where they equal a value; empty if there may be several, or the value
    /// is none of the column.
    static Optional<byte[]> of(Leaf leaf, DataType type, Object value) {
        try {
            return bytes(leaf, type, value).filter(bytes -> isSame(leaf, type, bytes, value));
        } catch (ArithmeticException tooLarge) {
            return Optional.empty();
        }
    }

    private static boolean isSame(Leaf leaf, DataType type, byte[] bytes, Object value) {
        return BoundBytes.decode(leaf, type, Optional.of(ByteBuffer.wrap(bytes)))
                .filter(decoded -> BoundValue.compare(decoded, value) == BoundValue.Order.EQUAL)
                .isPresent();
    }

    private static Optional<byte[]> bytes(Leaf leaf, DataType type, Object value) {
        return switch (leaf.physical()) {
            case INT32 -> whole(type, value).map(number -> little(number, Integer.BYTES));
            case INT64 -> whole(type, value).map(number -> little(number, Long.BYTES));
            // 0.0 and -0.0 are equal, and have other bytes.
            case FLOAT ->
                value instanceof Number number && number.floatValue() != 0
                        ? Optional.of(little(Float.floatToIntBits(number.floatValue()), Integer.BYTES))
                        : Optional.empty();
            case DOUBLE ->
                value instanceof Number number && number.doubleValue() != 0
                        ? Optional.of(little(Double.doubleToLongBits(number.doubleValue()), Long.BYTES))
                        : Optional.empty();
            case BYTE_ARRAY ->
                value instanceof String text ? Optional.of(text.getBytes(StandardCharsets.UTF_8)) : Optional.empty();
            case BOOLEAN, INT96, FIXED_LEN_BYTE_ARRAY -> Optional.empty();
        };
    }

    private static byte[] little(long value, int size) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return Arrays.copyOf(bytes.putLong(value).array(), size);
    }

    private static Optional<Long> whole(DataType type, Object value) {
        return switch (type) {
            case DataType.IntType _ when value instanceof Number number -> Optional.of(number.longValue());
            case DataType.DecimalType _
            when value instanceof BigDecimal decimal ->
                Optional.of(decimal.unscaledValue().longValueExact());
            case DataType.DateType _ when value instanceof LocalDate date -> Optional.of(date.toEpochDay());
            case DataType.TimeType(TimeUnit unit)
            when value instanceof LocalTime time -> Optional.of(time.toNanoOfDay() / nanos(unit));
            case DataType.TimestampType moment
            when value instanceof LocalDateTime time ->
                Optional.of(count(moment.unit(), time.toInstant(ZoneOffset.UTC)));
            case DataType.TimestampType moment
            when value instanceof Instant instant -> Optional.of(count(moment.unit(), instant));
            default -> Optional.empty();
        };
    }

    private static long count(TimeUnit unit, Instant instant) {
        long whole = Math.multiplyExact(instant.getEpochSecond(), unit.perSecond());
        return Math.addExact(whole, instant.getNano() / nanos(unit));
    }

    private static long nanos(TimeUnit unit) {
        return TimeUnit.NANO.perSecond() / unit.perSecond();
    }
}
