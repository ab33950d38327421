package dev.sheaf.expr;

import dev.sheaf.column.TimeUnit;

/// Days since 1970-01-01 as dates of the proleptic Gregorian calendar and back, without objects.
///
/// @see <a href="https://howardhinnant.github.io/date_algorithms.html">Hinnant, chrono-compatible low-level date
///     algorithms</a>, whose eras of 400 years these are
final class Calendar {
    static final int SECONDS_PER_DAY = 86_400;

    private static final int DAYS_TO_ERA = 719_468;
    private static final int DAYS_PER_ERA = 146_097;
    private static final int YEARS_PER_ERA = 400;
    private static final int MONTH_SHIFT = 5;
    private static final int YEAR_SHIFT = 9;

    private Calendar() {}

    /// Year, month and day of a day in one long, for [#year], [#month] and [#dayOfMonth].
    static long civil(long day) {
        long shifted = day + DAYS_TO_ERA;
        long era = Math.floorDiv(shifted, DAYS_PER_ERA);
        int dayOfEra = (int) (shifted - era * DAYS_PER_ERA);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayFromMarch = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * dayFromMarch + 2) / 153;
        int dayOfMonth = dayFromMarch - (153 * monthFromMarch + 2) / 5 + 1;
        int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        long year = yearOfEra + era * YEARS_PER_ERA + (month <= 2 ? 1 : 0);
        return year << YEAR_SHIFT | (long) month << MONTH_SHIFT | dayOfMonth;
    }

    static int year(long civil) {
        return (int) (civil >> YEAR_SHIFT);
    }

    static int month(long civil) {
        return (int) (civil >> MONTH_SHIFT) & 0xf;
    }

    static int dayOfMonth(long civil) {
        return (int) civil & 0x1f;
    }

    /// The day of a date; months past December or before January count into other years.
    static long day(long year, long month, int dayOfMonth) {
        long months = year * 12 + month - 1;
        long fullYear = Math.floorDiv(months, 12);
        int monthOfYear = Math.floorMod(months, 12) + 1;
        long fromMarch = monthOfYear <= 2 ? fullYear - 1 : fullYear;
        long era = Math.floorDiv(fromMarch, YEARS_PER_ERA);
        int yearOfEra = (int) (fromMarch - era * YEARS_PER_ERA);
        int dayFromMarch = (153 * (monthOfYear + (monthOfYear > 2 ? -3 : 9)) + 2) / 5 + dayOfMonth - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayFromMarch;
        return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_ERA;
    }

    static int daysInMonth(long year, int month) {
        return switch (month) {
            case 2 -> isLeap(year) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    static boolean isLeap(long year) {
        return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    /// A day some months later; a day that the month does not have becomes its last.
    static long plusMonths(long day, long months) {
        long civil = civil(day);
        long total = year(civil) * 12L + month(civil) - 1 + months;
        long year = Math.floorDiv(total, 12);
        int month = Math.floorMod(total, 12) + 1;
        return day(year, month, Math.min(dayOfMonth(civil), daysInMonth(year, month)));
    }

    /// 0 for Monday.
    static int weekday(long day) {
        return Math.floorMod(day + 3, 7);
    }

    static int dayOfYear(long day) {
        return (int) (day - day(year(civil(day)), 1, 1)) + 1;
    }

    /// The ISO week: that of the year in which its Thursday lies.
    static int isoWeek(long day) {
        long thursday = day + 3 - weekday(day);
        return (dayOfYear(thursday) - 1) / 7 + 1;
    }

    /// How many of a unit a day has.
    static long perDay(TimeUnit unit) {
        return SECONDS_PER_DAY * unit.perSecond();
    }
}
