package dev.sheaf.jdbc;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/// Turns the value of a column into a date, time or moment.
///
/// A moment without zone is what a clock shows; with a calendar, a clock in its zone. A moment with zone (an `Instant`)
/// has the date and time that it has in UTC.
final class TemporalValues {
    private TemporalValues() {}

    /// @throws SQLException if the value has no date
    static LocalDate date(Object value) throws SQLException {
        return value instanceof LocalDate date ? date : dateTime(value).toLocalDate();
    }

    /// @throws SQLException if the value has no time
    static LocalTime time(Object value) throws SQLException {
        try {
            return switch (value) {
                case LocalTime time -> time;
                case String text when text.indexOf('-') < 0 -> LocalTime.parse(text.strip());
                default -> dateTime(value).toLocalTime();
            };
        } catch (DateTimeException none) {
            throw Conversions.refused(value, "a time");
        }
    }

    /// @throws SQLException if the value has no date
    static LocalDateTime dateTime(Object value) throws SQLException {
        try {
            return switch (value) {
                case LocalDateTime moment -> moment;
                case LocalDate date -> date.atStartOfDay();
                case Instant moment -> LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
                case String text
                when text.strip().length() <= "0000-00-00".length() ->
                    LocalDate.parse(text.strip()).atStartOfDay();
                case String text -> LocalDateTime.parse(text.strip().replace(' ', 'T'));
                default -> throw Conversions.refused(value, "a moment");
            };
        } catch (DateTimeException none) {
            throw Conversions.refused(value, "a moment");
        }
    }

    /// A moment without zone counts as one in UTC.
    ///
    /// @throws SQLException if the value is no moment
    static OffsetDateTime withOffset(Object value) throws SQLException {
        return value instanceof Instant moment
                ? moment.atOffset(ZoneOffset.UTC)
                : dateTime(value).atOffset(ZoneOffset.UTC);
    }

    static Date sqlDate(Object value, @Nullable Calendar calendar) throws SQLException {
        LocalDate date = date(value);
        return calendar == null
                ? Date.valueOf(date)
                : new Date(date.atStartOfDay(zone(calendar)).toInstant().toEpochMilli());
    }

    static Time sqlTime(Object value, @Nullable Calendar calendar) throws SQLException {
        LocalTime time = time(value);
        ZoneId zone = calendar == null ? ZoneId.systemDefault() : zone(calendar);
        return new Time(time.atDate(LocalDate.EPOCH).atZone(zone).toInstant().toEpochMilli());
    }

    static Timestamp sqlTimestamp(Object value, @Nullable Calendar calendar) throws SQLException {
        if (value instanceof Instant moment) {
            return Timestamp.from(moment);
        }
        LocalDateTime moment = dateTime(value);
        return calendar == null
                ? Timestamp.valueOf(moment)
                : Timestamp.from(moment.atZone(zone(calendar)).toInstant());
    }

    private static ZoneId zone(Calendar calendar) {
        return calendar.getTimeZone().toZoneId();
    }
}
