package dev.sheaf.expr.value;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;

/// Takes a text apart that is a date, a time, or a date and a time with `T` or a space between, and an offset
/// or zone: `2024-01-31`, `12:34`, `2024-01-31 12:34:56.789+02:00`, `0044-03-15 (BC)`.
public final class TemporalText {
    private static final int MAX_YEAR_DIGITS = 7;
    private static final int NANO_DIGITS = 9;

    private byte[] text = new byte[0];
    private int at;
    private int end;
    private boolean hasDate;
    private boolean hasTime;
    private long day;
    private long secondOfDay;
    private long nanos;
    private Optional<String> zone = Optional.empty();

    public boolean hasDate() {
        return hasDate;
    }

    public boolean hasTime() {
        return hasTime;
    }

    public long day() {
        return day;
    }

    /// 86,400 for 24:00.
    public long secondOfDay() {
        return secondOfDay;
    }

    public long nanos() {
        return nanos;
    }

    public Optional<String> zone() {
        return zone;
    }

    /// Whether all of `[start, end)` is understood.
    public boolean parse(byte[] source, int from, int to) {
        text = source;
        at = from;
        end = to;
        day = 0;
        secondOfDay = 0;
        nanos = 0;
        zone = Optional.empty();
        hasTime = parseTime();
        hasDate = false;
        if (!hasTime) {
            at = from;
            hasDate = parseDate();
            if (hasDate && at < end && (text[at] == 'T' || text[at] == ' ')) {
                at++;
                hasTime = parseTime();
                if (!hasTime) {
                    return false;
                }
            }
        }
        return (hasDate || hasTime) && (at == end || (hasTime && parseZone()));
    }

    private boolean parseDate() {
        boolean negative = skip('-');
        long year = number(1, MAX_YEAR_DIGITS);
        byte separator = at < end ? text[at] : 0;
        if (year < 0 || !(separator == '-' || separator == '/' || separator == ' ')) {
            return false;
        }
        at++;
        int month = (int) number(1, 2);
        if (!skip((char) separator)) {
            return false;
        }
        int dayOfMonth = (int) number(1, 2);
        if (skipText(" (BC)")) {
            year = 1 - year;
        }
        year = negative ? -year : year;
        if (month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > Calendar.daysInMonth(year, month)) {
            return false;
        }
        day = Calendar.day(year, month, dayOfMonth);
        return true;
    }

    private boolean parseTime() {
        long hour = number(1, 2);
        if (hour < 0 || hour > 24 || !skip(':')) {
            return false;
        }
        long minute = number(1, 2);
        long second = 0;
        if (skip(':')) {
            second = number(1, 2);
            if (second >= 0 && skip('.')) {
                parseFraction();
            }
        }
        if (minute < 0 || minute > 59 || second < 0 || second > 59) {
            return false;
        }
        secondOfDay = hour * 3600 + minute * 60 + second;
        return secondOfDay < Calendar.SECONDS_PER_DAY || (secondOfDay == Calendar.SECONDS_PER_DAY && nanos == 0);
    }

    /// Digits past the nanoseconds are cut off.
    private void parseFraction() {
        int digits = 0;
        while (at < end && TextBytes.isDigit(text[at])) {
            if (digits < NANO_DIGITS) {
                nanos = 10 * nanos + text[at] - '0';
                digits++;
            }
            at++;
        }
        for (; digits < NANO_DIGITS; digits++) {
            nanos *= 10;
        }
    }

    /// `Z`, an offset such as `+02`, `+0230` or `+02:30`, or a space and the name of a zone.
    private boolean parseZone() {
        boolean named = skip(' ');
        String name = TextBytes.string(text, at, end);
        boolean offset = !name.isEmpty() && (name.charAt(0) == '+' || name.charAt(0) == '-');
        if (!named && !offset && !name.equals("Z")) {
            return false;
        }
        try {
            zone = Optional.of(ZoneId.of(name).getId());
            return true;
        } catch (DateTimeException unknown) {
            return false;
        }
    }

    private boolean skip(char expected) {
        if (at < end && text[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    private boolean skipText(String expected) {
        boolean there = end - at >= expected.length()
                && TextBytes.string(text, at, at + expected.length()).equals(expected);
        at += there ? expected.length() : 0;
        return there;
    }

    /// A number of so many digits, or -1.
    private long number(int least, int most) {
        int start = at;
        long value = 0;
        while (at < end && at - start < most && TextBytes.isDigit(text[at])) {
            value = 10 * value + text[at] - '0';
            at++;
        }
        return at - start < least ? -1 : value;
    }
}
