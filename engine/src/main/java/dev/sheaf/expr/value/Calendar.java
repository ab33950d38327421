package dev.sheaf.expr.value;

import dev.sheaf.column.TimeUnit;

/// Days since 1970-01-01 as dates of the proleptic Gregorian calendar and back, without objects.
///
/// Years are counted from March, so that the leap day comes last, in eras of 400 years.
///
/// @see <a href="https://onlinelibrary.wiley.com/doi/full/10.1002/spe.3172">Neri and Schneider, Euclidean affine
///     functions and their application to calendar algorithms, Software: Practice and Experience 2023</a>, whose
///     multiplications for divisions these are, widened to 64 bits
public final class Calendar {
    public static final int SECONDS_PER_DAY = 86_400;

    private static final int DAYS_TO_ERA = 719_468;
    private static final long DAYS_PER_ERA = 146_097;
    private static final long YEARS_PER_ERA = 400;

    /// Makes all days that a count in 64 bits can stand for positive.
    private static final long ERAS_BEFORE = 1L << 30;

    /// 2 to the 32 divided by the days of a year, of quarter days.
    private static final long YEAR_FACTOR = 2_939_745;

    /// 2 to the 16 divided by the days of a month, from March to January, and where that line starts.
    private static final int MONTH_FACTOR = 2141;

    private static final int MONTH_OFFSET = 197_913;
    private static final int DAYS_MARCH_TO_DECEMBER = 306;
    private static final int MONTH_SHIFT = 5;
    private static final int YEAR_SHIFT = 9;

    private Calendar() {}

    /// Year, month and day of a day in one long, for [#year], [#month] and [#dayOfMonth].
    public static long civil(long day) {
        long fourDays = 4 * (day + DAYS_TO_ERA + DAYS_PER_ERA * ERAS_BEFORE) + 3;
        long century = fourDays / DAYS_PER_ERA;
        long ofCentury = (fourDays - century * DAYS_PER_ERA) | 3;
        long product = YEAR_FACTOR * ofCentury;
        int dayFromMarch = (int) ((product & 0xffff_ffffL) / YEAR_FACTOR) >>> 2;
        int shifted = MONTH_FACTOR * dayFromMarch + MONTH_OFFSET;
        boolean nextYear = dayFromMarch >= DAYS_MARCH_TO_DECEMBER;
        long year = 100 * century + (product >>> 32) - YEARS_PER_ERA * ERAS_BEFORE + (nextYear ? 1 : 0);
        int month = (shifted >>> 16) - (nextYear ? 12 : 0);
        int dayOfMonth = (shifted & 0xffff) / MONTH_FACTOR + 1;
        return year << YEAR_SHIFT | (long) month << MONTH_SHIFT | dayOfMonth;
    }

    public static long year(long civil) {
        return civil >> YEAR_SHIFT;
    }

    public static int month(long civil) {
        return (int) (civil >> MONTH_SHIFT) & 0xf;
    }

    public static int dayOfMonth(long civil) {
        return (int) civil & 0x1f;
    }

    /// The day of a date; months past December or before January count into other years.
    public static long day(long year, long month, int dayOfMonth) {
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
    public static long plusMonths(long day, long months) {
        long civil = civil(day);
        long total = year(civil) * 12L + month(civil) - 1 + months;
        long year = Math.floorDiv(total, 12);
        int month = Math.floorMod(total, 12) + 1;
        return day(year, month, Math.min(dayOfMonth(civil), daysInMonth(year, month)));
    }

    /// 0 for Monday.
    public static int weekday(long day) {
        return Math.floorMod(day + 3, 7);
    }

    public static int dayOfYear(long day) {
        return (int) (day - day(year(civil(day)), 1, 1)) + 1;
    }

    /// The ISO week: that of the year in which its Thursday lies.
    public static int isoWeek(long day) {
        long thursday = day + 3 - weekday(day);
        return (dayOfYear(thursday) - 1) / 7 + 1;
    }

    /// How many of a unit a day has.
    public static long perDay(TimeUnit unit) {
        return SECONDS_PER_DAY * unit.perSecond();
    }
}
