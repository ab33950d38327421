package dev.sheaf.sql.function.value;

import dev.sheaf.column.Interval;
import java.util.Locale;

/// Intervals cut off at a unit, towards zero.
public final class Truncation {
    private static final long NANOS_A_MICRO = 1_000;
    private static final long NANOS_A_MILLI = 1_000_000;
    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final int MONTHS_A_YEAR = 12;
    private static final int DAYS_A_WEEK = 7;

    private Truncation() {}

    /// Whole units of a name, singular or plural.
    ///
    /// @throws IllegalArgumentException if there is no such unit
    public static Interval of(String unit, Interval interval) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "microsecond", "microseconds" -> time(interval, NANOS_A_MICRO);
            case "millisecond", "milliseconds" -> time(interval, NANOS_A_MILLI);
            case "second", "seconds" -> time(interval, NANOS_A_SECOND);
            case "minute", "minutes" -> time(interval, 60 * NANOS_A_SECOND);
            case "hour", "hours" -> time(interval, 3600 * NANOS_A_SECOND);
            case "day", "days" -> new Interval(interval.months(), interval.days(), 0);
            case "week", "weeks" -> new Interval(interval.months(), whole(interval.days(), DAYS_A_WEEK), 0);
            case "month", "months" -> months(interval, 1);
            case "quarter", "quarters" -> months(interval, MONTHS_A_YEAR / 4);
            case "year", "years" -> months(interval, MONTHS_A_YEAR);
            case "decade", "decades" -> months(interval, 10 * MONTHS_A_YEAR);
            case "century", "centuries" -> months(interval, 100 * MONTHS_A_YEAR);
            case "millennium", "millennia" -> months(interval, 1000 * MONTHS_A_YEAR);
            default -> throw new IllegalArgumentException("an interval has no unit '" + unit + "'");
        };
    }

    private static int whole(int count, int unit) {
        return count - count % unit;
    }

    private static Interval months(Interval interval, int unit) {
        return new Interval(whole(interval.months(), unit), 0, 0);
    }

    private static Interval time(Interval interval, long unit) {
        return new Interval(interval.months(), interval.days(), interval.nanos() - interval.nanos() % unit);
    }
}
