package dev.sheaf.io.rows;

import dev.sheaf.column.DataType;
import java.util.Set;

/// Reads date32: `2024-02-29`.
final class DateReader extends FixedReader {
    static final int SIZE = 10;
    private static final int DAYS_TO_EPOCH = 719_468;
    private static final int DAYS_OF_400_YEARS = 146_097;
    private static final int INVALID = -1;

    DateReader(DataType type, Set<String> nullTexts) {
        super(type, nullTexts);
    }

    @Override
    long bits(byte[] bytes, int from, int to) {
        failed |= to - from != SIZE || !isDate(bytes, from);
        return failed ? 0 : epochDay(bytes, from);
    }

    /// Whether ten bytes are a date of the calendar.
    static boolean isDate(byte[] bytes, int from) {
        int year = number(bytes, from, 4);
        int month = number(bytes, from + 5, 2);
        int day = number(bytes, from + 8, 2);
        return year >= 0
                && bytes[from + 4] == '-'
                && bytes[from + 7] == '-'
                && month >= 1
                && month <= 12
                && day >= 1
                && day <= daysOf(year, month);
    }

    private static int daysOf(int year, int month) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        return month == 2 ? (leap ? 29 : 28) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /// Days since 1970-01-01 of a date (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    static long epochDay(byte[] bytes, int from) {
        int month = number(bytes, from + 5, 2);
        int year = number(bytes, from, 4) - (month <= 2 ? 1 : 0);
        int era = Math.floorDiv(year, 400);
        int yearOfEra = year - era * 400;
        int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + number(bytes, from + 8, 2) - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return (long) era * DAYS_OF_400_YEARS + dayOfEra - DAYS_TO_EPOCH;
    }

    /// A number of some digits, or -1 if other characters are there.
    static int number(byte[] bytes, int from, int digits) {
        int value = 0;
        for (int at = from; at < from + digits; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return INVALID;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
