package dev.sheaf.frame.index;

import dev.sheaf.column.DataType;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Optional;

/// A stretch of time: from `from` on and before `end`, both labels of an index.
public record Period(Object from, Object end) {
    private static final int YEAR_DIGITS = 4;
    private static final int MONTH_DIGITS = 7;
    private static final int DAY_DIGITS = 10;

    /// The year, month or day that a text means, or one second if it has a time.
    static Period of(String text, DataType type) {
        try {
            return switch (text.length()) {
                case YEAR_DIGITS ->
                    days(
                            Year.parse(text).atDay(1),
                            Year.parse(text).plusYears(1).atDay(1),
                            type);
                case MONTH_DIGITS -> {
                    YearMonth month = YearMonth.parse(text);
                    yield days(month.atDay(1), month.plusMonths(1).atDay(1), type);
                }
                case DAY_DIGITS -> {
                    LocalDate day = LocalDate.parse(text);
                    yield days(day, day.plusDays(1), type);
                }
                default -> {
                    LocalDateTime moment = LocalDateTime.parse(text.replace(' ', 'T'));
                    yield new Period(label(moment, type), label(moment.plusSeconds(1), type));
                }
            };
        } catch (DateTimeException wrong) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no part of a moment; write 2024, 2024-03, 2024-03-05 or 2024-03-05 12:30:00",
                    wrong);
        }
    }

    private static Period days(LocalDate from, LocalDate end, DataType type) {
        return type instanceof DataType.DateType
                ? new Period(from, end)
                : new Period(label(from.atStartOfDay(), type), label(end.atStartOfDay(), type));
    }

    private static Object label(LocalDateTime moment, DataType type) {
        if (type instanceof DataType.DateType) {
            return moment.toLocalDate();
        }
        Optional<String> zone = type instanceof DataType.TimestampType timestamp ? timestamp.zone() : Optional.empty();
        return zone.isPresent() ? moment.atZone(ZoneId.of(zone.get())).toInstant() : moment;
    }
}
