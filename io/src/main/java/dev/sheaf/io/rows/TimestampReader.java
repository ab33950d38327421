package dev.sheaf.io.rows;

import dev.sheaf.column.DataType;
import java.util.Set;

/// Reads timestamps in microseconds: `2024-02-29 12:30:00.5`, `2024-02-29T12:30`, and with a zone `...Z` or
/// `...+02:00`.
///
/// A date alone is its midnight. Digits beyond microseconds are cut off. A type with a zone wants an offset in every
/// text, one without wants none.
final class TimestampReader extends FixedReader {
    private static final int MICRO_DIGITS = 6;
    private static final int MOST_FRACTION_DIGITS = 9;
    private static final long MICROS_A_SECOND = 1_000_000;
    private static final long SECONDS_A_DAY = 86_400;

    private final boolean zoned;

    TimestampReader(DataType.TimestampType type, Set<String> nullTexts) {
        super(type, nullTexts);
        this.zoned = type.zone().isPresent();
    }

    @Override
    long bits(byte[] bytes, int from, int to) {
        int at = from + DateReader.SIZE;
        if (!zoned && to == at && DateReader.isDate(bytes, from)) {
            return DateReader.epochDay(bytes, from) * SECONDS_A_DAY * MICROS_A_SECOND;
        }
        boolean hasTime = to >= at + 6
                && DateReader.isDate(bytes, from)
                && (bytes[at] == ' ' || bytes[at] == 'T')
                && bytes[at + 3] == ':';
        int hour = hasTime ? DateReader.number(bytes, at + 1, 2) : -1;
        int minute = hasTime ? DateReader.number(bytes, at + 4, 2) : -1;
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            failed = true;
            return 0;
        }
        at += 6;
        int second = 0;
        if (at + 3 <= to && bytes[at] == ':') {
            second = DateReader.number(bytes, at + 1, 2);
            failed |= second < 0 || second > 59;
            at += 3;
        }
        int fractionEnd = fractionEnd(bytes, at, to);
        long micros = fraction(bytes, at, fractionEnd);
        long seconds = DateReader.epochDay(bytes, from) * SECONDS_A_DAY + hour * 3600L + minute * 60L + second;
        return (seconds - offsetSeconds(bytes, fractionEnd, to)) * MICROS_A_SECOND + micros;
    }

    private static int fractionEnd(byte[] bytes, int from, int to) {
        if (from >= to || bytes[from] != '.') {
            return from;
        }
        int at = from + 1;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at;
    }

    private long fraction(byte[] bytes, int from, int to) {
        int digits = to - from - 1;
        if (to == from) {
            return 0;
        }
        failed |= digits == 0 || digits > MOST_FRACTION_DIGITS;
        long micros = 0;
        for (int i = 0; i < MICRO_DIGITS; i++) {
            micros = micros * 10 + (i < digits ? bytes[from + 1 + i] - '0' : 0);
        }
        return micros;
    }

    /// What the text's zone is ahead of UTC by: nothing, `Z`, `+02`, `+0200` or `+02:00`.
    private long offsetSeconds(byte[] bytes, int from, int to) {
        int size = to - from;
        failed |= zoned != (size > 0);
        if (size == 0 || (size == 1 && (bytes[from] == 'Z' || bytes[from] == 'z'))) {
            return 0;
        }
        boolean colon = size == 6 && bytes[from + 3] == ':';
        boolean signed = bytes[from] == '+' || bytes[from] == '-';
        if (!signed || !(size == 3 || size == 5 || colon)) {
            failed = true;
            return 0;
        }
        int hours = DateReader.number(bytes, from + 1, 2);
        int minutes = size == 3 ? 0 : DateReader.number(bytes, to - 2, 2);
        failed |= hours < 0 || hours > 18 || minutes < 0 || minutes > 59;
        return (bytes[from] == '-' ? -1 : 1) * (hours * 3600L + minutes * 60L);
    }
}
