package dev.sheaf.sql.function;

import static dev.sheaf.column.DataType.INT64;
import static dev.sheaf.column.DataType.STRING;
import static dev.sheaf.column.DataType.TIMESTAMP;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The span between two moments in the units of the calendar, as DuckDB and PostgreSQL count it.
final class Spans {
    private static final int MONTHS_A_YEAR = 12;
    private static final long NANOS_A_DAY = 86_400_000_000_000L;
    private static final Map<String, Integer> MONTHS =
            Map.of("month", 1, "quarter", 3, "year", 12, "decade", 120, "century", 1200, "millennium", 12_000);
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "week", ChronoUnit.WEEKS,
            "day", ChronoUnit.DAYS,
            "hour", ChronoUnit.HOURS,
            "minute", ChronoUnit.MINUTES,
            "second", ChronoUnit.SECONDS,
            "millisecond", ChronoUnit.MILLIS,
            "microsecond", ChronoUnit.MICROS);

    private Spans() {}

    static void addTo(Map<String, Scalar> functions) {
        ScalarFunction age = ScalarFunction.of(
                "age",
                TIMESTAMP,
                TIMESTAMP,
                DataType.INTERVAL,
                (LocalDateTime to, LocalDateTime from) -> age(to, from));
        functions.put("age", arguments -> new Expr.Applied(age, moments("age", arguments, 0)));
        ScalarFunction whole = ScalarFunction.of(
                "date_sub",
                List.of(STRING, TIMESTAMP, TIMESTAMP),
                INT64,
                values -> whole((String) values[0], (LocalDateTime) values[1], (LocalDateTime) values[2]));
        for (String name : List.of("date_sub", "datesub")) {
            functions.put(name, arguments -> new Expr.Applied(whole, moments(name, arguments, 1)));
        }
    }

    /// The arguments, those from a place on as timestamps.
    private static List<Expr> moments(String name, List<Expr> arguments, int from) {
        if (arguments.size() != from + 2) {
            throw new IllegalArgumentException(name + " takes " + (from + 2) + " arguments, not " + arguments.size());
        }
        List<Expr> moments = new ArrayList<>(arguments.subList(0, from));
        arguments.subList(from, arguments.size()).forEach(moment -> moments.add(moment.cast(TIMESTAMP)));
        return moments;
    }

    /// Years and months, then days, then hours and less; all of one sign. Days that are borrowed are those of the
    /// month of the earlier moment.
    static Interval age(LocalDateTime to, LocalDateTime from) {
        boolean isBack = to.isBefore(from);
        LocalDateTime start = isBack ? to : from;
        LocalDateTime end = isBack ? from : to;
        int months = (end.getYear() - start.getYear()) * MONTHS_A_YEAR + end.getMonthValue() - start.getMonthValue();
        int days = end.getDayOfMonth() - start.getDayOfMonth();
        long nanos = end.toLocalTime().toNanoOfDay() - start.toLocalTime().toNanoOfDay();
        if (nanos < 0) {
            nanos += NANOS_A_DAY;
            days--;
        }
        while (days < 0) {
            days += YearMonth.from(start).lengthOfMonth();
            months--;
        }
        int sign = isBack ? -1 : 1;
        return new Interval(sign * months, sign * days, sign * nanos);
    }

    /// How many whole units lie between two moments.
    private static long whole(String unit, LocalDateTime from, LocalDateTime to) {
        String name = unit.toLowerCase(Locale.ROOT).replaceAll("(?<=[a-z]{3})s$", "");
        Integer months = MONTHS.get(name);
        if (months != null) {
            return (from.isAfter(to) ? -months(to, from) : months(from, to)) / months;
        }
        ChronoUnit part = UNITS.get(name);
        if (part == null) {
            throw new IllegalArgumentException("there is no such unit");
        }
        return part.between(from, to);
    }

    /// Whole months; the last day of a month ends one that began on a day which it does not have.
    private static long months(LocalDateTime from, LocalDateTime to) {
        int last = to.toLocalDate().lengthOfMonth();
        boolean isLast = to.getDayOfMonth() == last;
        boolean isLater = from.getDayOfMonth() > last
                || (from.getDayOfMonth() == last && from.toLocalTime().isBefore(to.toLocalTime()));
        LocalDate day = isLast && isLater ? from.toLocalDate().withDayOfMonth(last) : from.toLocalDate();
        return age(to, day.atTime(from.toLocalTime())).months();
    }
}
