package dev.sheaf.jdbc;

import dev.sheaf.column.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What `getObject` gives.
final class Reading {
    private Reading() {}

    /// The value as the class that JDBC has for its type.
    static Object standard(Object value, DataType type) throws SQLException {
        return switch (value) {
            case Byte number -> number.intValue();
            case Short number -> number.intValue();
            case BigInteger number -> new BigDecimal(number);
            case LocalDate _ -> TemporalValues.sqlDate(value, null);
            case LocalTime _ -> TemporalValues.sqlTime(value, null);
            case LocalDateTime _ -> TemporalValues.sqlTimestamp(value, null);
            case Instant _ -> TemporalValues.withOffset(value);
            case List<?> list -> array(list, type);
            default -> value;
        };
    }

    /// The list as an array of JDBC, whose elements are what `getObject` gives for their type.
    static Array array(List<?> list, DataType type) throws SQLException {
        DataType element = type instanceof DataType.ListType(DataType elements) ? elements : DataType.NULL;
        @Nullable Object[] values = new @Nullable Object[list.size()];
        for (int i = 0; i < values.length; i++) {
            Object value = list.get(i);
            values[i] = value == null ? null : standard(value, element);
        }
        return new SheafArray(values, element);
    }

    /// The value as a class, converted if that loses nothing but what is behind the point of a whole number.
    ///
    /// @throws SQLException if it is no such value
    static Object as(Object value, Class<?> type) throws SQLException {
        if (Number.class.isAssignableFrom(type)) {
            return number(value, type);
        }
        return switch (type.getName()) {
            case "java.lang.Object" -> value;
            case "java.lang.String" -> Conversions.text(value);
            case "java.lang.Boolean" -> Conversions.truth(value);
            case "[B" -> Conversions.bytes(value);
            case "java.util.UUID" -> UUID.fromString(Conversions.text(value));
            default -> moment(value, type);
        };
    }

    private static Object number(Object value, Class<?> type) throws SQLException {
        return switch (type.getSimpleName()) {
            case "Byte" -> (byte) Conversions.whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case "Short" -> (short) Conversions.whole(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case "Integer" -> (int) Conversions.whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "Long" -> Conversions.whole(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case "Float" -> (float) Conversions.floating(value);
            case "Double" -> Conversions.floating(value);
            case "BigInteger" -> Conversions.decimal(value).toBigInteger();
            case "BigDecimal", "Number" -> Conversions.decimal(value);
            default -> throw Conversions.refused(value, type.getName());
        };
    }

    private static Object moment(Object value, Class<?> type) throws SQLException {
        if (type == LocalDate.class) {
            return TemporalValues.date(value);
        } else if (type == LocalTime.class) {
            return TemporalValues.time(value);
        } else if (type == LocalDateTime.class) {
            return TemporalValues.dateTime(value);
        } else if (type == OffsetDateTime.class) {
            return TemporalValues.withOffset(value);
        } else if (type == ZonedDateTime.class) {
            return TemporalValues.withOffset(value).toZonedDateTime();
        } else if (type == Instant.class) {
            return TemporalValues.withOffset(value).toInstant();
        }
        return ofJdbc(value, type);
    }

    private static Object ofJdbc(Object value, Class<?> type) throws SQLException {
        if (type == Date.class) {
            return TemporalValues.sqlDate(value, null);
        } else if (type == Time.class) {
            return TemporalValues.sqlTime(value, null);
        } else if (type == Timestamp.class || type == java.util.Date.class) {
            return TemporalValues.sqlTimestamp(value, null);
        } else if (type.isInstance(value)) {
            return value;
        }
        throw Conversions.refused(value, type.getName());
    }
}
