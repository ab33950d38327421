package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Functions of dates and timestamps: `series.dt().year()`. Null stays null; numbers are int64.
public final class Temporals<F> {
    private static final int DAYS_OF_A_WEEK = 7;
    private static final int MONTHS_OF_A_QUARTER = 3;
    private static final int DAYS_OF_A_LEAP_YEAR = 366;

    private final java.util.function.Function<UnaryOperator<Expr>, F> map;

    /// Over values that a function of expressions gives results of.
    public Temporals(java.util.function.Function<UnaryOperator<Expr>, F> map) {
        this.map = map;
    }

    private F part(Function function) {
        return map.apply(moment -> call(function, moment));
    }

    /// The year.
    public F year() {
        return part(Function.YEAR);
    }

    /// The quarter, from 1.
    public F quarter() {
        return part(Function.QUARTER);
    }

    /// The month, from 1.
    public F month() {
        return part(Function.MONTH);
    }

    /// The ISO week.
    public F week() {
        return part(Function.WEEK);
    }

    /// The day of the month.
    public F day() {
        return part(Function.DAY);
    }

    /// The day of the week, from 0 for Monday to 6 for Sunday.
    public F dayOfWeek() {
        return map.apply(Temporals::sinceMonday);
    }

    private static Expr sinceMonday(Expr moment) {
        return call(Function.DAY_OF_WEEK, moment).plus(DAYS_OF_A_WEEK - 1).mod(DAYS_OF_A_WEEK);
    }

    /// The day of the year, from 1.
    public F dayOfYear() {
        return part(Function.DAY_OF_YEAR);
    }

    /// The hour, 0 of a date.
    public F hour() {
        return part(Function.HOUR);
    }

    /// The minute, 0 of a date.
    public F minute() {
        return part(Function.MINUTE);
    }

    /// The second, 0 of a date.
    public F second() {
        return part(Function.SECOND);
    }

    /// The day as a date.
    public F date() {
        return map.apply(moment -> moment.cast(DataType.DATE));
    }

    /// Where the unit begins (`"month"`, `"hour"`, ...) in which the moment lies, as a timestamp.
    public F floor(String unit) {
        return map.apply(moment -> call(Function.DATE_TRUNC, unit, moment));
    }

    /// The moment itself if a unit begins there, else where the next one begins, as a timestamp.
    ///
    /// @throws IllegalArgumentException for a unit other than `second`, `minute`, `hour`, `day`, `week`, `month`,
    ///     `quarter` and `year`
    public F ceil(String unit) {
        Interval one = one(unit);
        return map.apply(moment -> {
            Expr floor = call(Function.DATE_TRUNC, unit, moment);
            return when(floor.eq(moment)).then(floor).otherwise(floor.plus(one));
        });
    }

    /// The nearer one of [#floor] and [#ceil]; the later one of both as near.
    ///
    /// @throws IllegalArgumentException as [#ceil]
    public F round(String unit) {
        Interval one = one(unit);
        return map.apply(moment -> {
            Expr floor = call(Function.DATE_TRUNC, unit, moment);
            Expr next = floor.plus(one);
            return when(moment.minus(floor).lt(next.minus(moment))).then(floor).otherwise(next);
        });
    }

    private static Interval one(String unit) {
        return switch (unit) {
            case "second" -> new Interval(0, 0, 1_000_000_000L);
            case "minute" -> new Interval(0, 0, 60_000_000_000L);
            case "hour" -> new Interval(0, 0, 3_600_000_000_000L);
            case "day" -> new Interval(0, 1, 0);
            case "week" -> new Interval(0, 7, 0);
            case "month" -> new Interval(1, 0, 0);
            case "quarter" -> new Interval(3, 0, 0);
            case "year" -> new Interval(12, 0, 0);
            default ->
                throw new IllegalArgumentException("there is no unit \"" + unit
                        + "\"; there are second, minute, hour, day, week, month, quarter and year");
        };
    }

    /// The moment as text by a format of C's `strftime`: `strftime("%Y-%m-%d")`.
    ///
    /// @throws IllegalArgumentException for a letter that the format has not
    public F strftime(String format) {
        return map.apply(moment -> call(Function.STRFTIME, moment, format));
    }

    /// Seconds since 1970, float64.
    public F epoch() {
        return part(Function.EPOCH);
    }

    /// The English name of the day.
    public F dayName() {
        return map.apply(moment -> {
            Expr day = sinceMonday(moment);
            Expr name = lit(null).cast(DataType.STRING);
            for (DayOfWeek each : DayOfWeek.values()) {
                name = when(day.eq(each.ordinal()))
                        .then(each.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                        .otherwise(name);
            }
            return name;
        });
    }

    /// The English name of the month.
    public F monthName() {
        return map.apply(moment -> {
            Expr month = call(Function.MONTH, moment);
            Expr name = lit(null).cast(DataType.STRING);
            for (Month each : Month.values()) {
                name = when(month.eq(each.getValue()))
                        .then(each.getDisplayName(TextStyle.FULL, Locale.ENGLISH))
                        .otherwise(name);
            }
            return name;
        });
    }

    /// How many days the month has.
    public F daysInMonth() {
        return map.apply(moment -> call(Function.DAY, next(moment, "month", 1).minus(oneDay())));
    }

    private static Expr next(Expr moment, String unit, int months) {
        return call(Function.DATE_TRUNC, unit, moment).plus(new Interval(months, 0, 0));
    }

    private static Interval oneDay() {
        return new Interval(0, 1, 0);
    }

    /// Whether it is the first day of the month.
    public F isMonthStart() {
        return map.apply(moment -> call(Function.DAY, moment).eq(1));
    }

    /// Whether it is the last day of the month.
    public F isMonthEnd() {
        return map.apply(moment -> call(Function.DAY, tomorrow(moment)).eq(1));
    }

    private static Expr tomorrow(Expr moment) {
        return moment.cast(DataType.DATE).plus(1);
    }

    /// Whether it is the first day of the quarter.
    public F isQuarterStart() {
        return map.apply(Temporals::startsQuarter);
    }

    private static Expr startsQuarter(Expr moment) {
        return call(Function.DAY, moment)
                .eq(1)
                .and(call(Function.MONTH, moment).mod(MONTHS_OF_A_QUARTER).eq(1));
    }

    /// Whether it is the last day of the quarter.
    public F isQuarterEnd() {
        return map.apply(moment -> startsQuarter(tomorrow(moment)));
    }

    /// Whether it is the first day of the year.
    public F isYearStart() {
        return map.apply(moment -> call(Function.DAY_OF_YEAR, moment).eq(1));
    }

    /// Whether it is the last day of the year.
    public F isYearEnd() {
        return map.apply(moment -> call(Function.DAY_OF_YEAR, tomorrow(moment)).eq(1));
    }

    /// Whether the year has a 29th of February.
    public F isLeapYear() {
        return map.apply(
                moment -> call(Function.DAY_OF_YEAR, next(moment, "year", 12).minus(oneDay()))
                        .eq(DAYS_OF_A_LEAP_YEAR));
    }
}
