package dev.sheaf.jdbc;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Turns what programs set as parameters into values of queries.
final class ParameterValues {
    private ParameterValues() {}

    /// The value of an object.
    ///
    /// @throws SQLException if no type has such values
    static @Nullable Object of(@Nullable Object value) throws SQLException {
        Object plain = switch (value) {
            case null -> null;
            case Date date -> date.toLocalDate();
            case Time time -> time.toLocalTime();
            case Timestamp moment -> moment.toLocalDateTime();
            case java.util.Date moment -> new Timestamp(moment.getTime()).toLocalDateTime();
            case OffsetDateTime moment -> moment.toInstant();
            case ZonedDateTime moment -> moment.toInstant();
            case Calendar moment -> moment.toInstant();
            case Character _, UUID _ -> value.toString();
            case Enum<?> constant -> constant.name();
            default -> value;
        };
        try {
            DataType _ = type(plain);
            return plain;
        } catch (IllegalArgumentException refused) {
            throw new SQLException(refused.getMessage(), Errors.BAD_VALUE, refused);
        }
    }

    /// The value of an object as one of `java.sql.Types`.
    ///
    /// @throws SQLException if it cannot be one
    static @Nullable Object of(@Nullable Object value, int sqlType) throws SQLException {
        Object plain = of(value);
        Class<?> wanted = ColumnTypes.valueClass(sqlType);
        if (plain == null || sqlType == Types.TIMESTAMP_WITH_TIMEZONE || wanted == Object.class) {
            return plain;
        }
        return Reading.as(plain, wanted);
    }

    /// A date, time or moment as a clock in the zone of a calendar shows it.
    static @Nullable Object of(java.util.@Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            return of(value);
        }
        Instant instant = Instant.ofEpochMilli(value.getTime());
        int nanos = value instanceof Timestamp moment ? moment.getNanos() : instant.getNano();
        LocalDateTime shown = LocalDateTime.ofInstant(
                        instant, calendar.getTimeZone().toZoneId())
                .withNano(nanos);
        return switch (value) {
            case Date _ -> shown.toLocalDate();
            case Time _ -> shown.toLocalTime();
            default -> shown;
        };
    }

    /// The type of a value.
    static DataType type(@Nullable Object value) {
        return Expressions.lit(value) instanceof Expr.Literal(Object _, DataType type) ? type : DataType.NULL;
    }
}
