package dev.sheaf.expr.value;

import dev.sheaf.column.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Takes the text of an interval apart: counts with units, and hours, minutes and seconds with colons. A
/// fraction of a unit spills into the next smaller part: 1.5 months are a month and 15 days.
public final class IntervalText {
    private static final Pattern CLOCK = Pattern.compile("([+-]?)(\\d{1,9}):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d+)?))?");
    private static final Pattern COUNT = Pattern.compile("([+-]?(?:\\d++(?:\\.\\d++)?+|\\.\\d++))([a-zA-Z]*+)");
    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);
    private static final BigDecimal SECONDS_PER_DAY = BigDecimal.valueOf(Calendar.SECONDS_PER_DAY);
    private static final BigDecimal DAYS_PER_MONTH = BigDecimal.valueOf(30);

    private long months;
    private long days;
    private BigDecimal seconds = BigDecimal.ZERO;

    private IntervalText() {}

    /// @throws IllegalArgumentException if the text is no interval
    /// @throws ArithmeticException if a part does not fit
    public static Interval parse(String text) {
        List<String> words =
                new ArrayList<>(List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+")));
        int sign = words.getLast().equals("ago") ? -1 : 1;
        if (sign < 0) {
            words.removeLast();
        }
        IntervalText span = new IntervalText();
        span.addAll(words);
        long nanos = span.seconds
                .multiply(NANOS_PER_SECOND)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
        return new Interval(
                Math.toIntExact(sign * span.months),
                Math.toIntExact(sign * span.days),
                Math.multiplyExact(sign, nanos));
    }

    private void addAll(List<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException("nothing");
        }
        for (int i = 0; i < words.size(); i++) {
            Matcher clock = CLOCK.matcher(words.get(i));
            Matcher count = COUNT.matcher(words.get(i));
            if (clock.matches()) {
                addClock(clock);
            } else if (count.matches()) {
                boolean attached = !count.group(2).isEmpty();
                String unit = attached ? count.group(2) : i + 1 < words.size() ? words.get(++i) : "second";
                add(new BigDecimal(count.group(1)), unit);
            } else {
                throw new IllegalArgumentException(words.get(i));
            }
        }
    }

    private void addClock(Matcher clock) {
        BigDecimal minutes =
                new BigDecimal(clock.group(2)).multiply(BigDecimal.valueOf(60)).add(new BigDecimal(clock.group(3)));
        BigDecimal all = minutes.multiply(BigDecimal.valueOf(60))
                .add(clock.group(4) == null ? BigDecimal.ZERO : new BigDecimal(clock.group(4)));
        seconds = clock.group(1).equals("-") ? seconds.subtract(all) : seconds.add(all);
    }

    private void add(BigDecimal count, String unit) {
        switch (unit) {
            case "millennium", "millennia", "millenniums", "mil", "mils" -> addMonths(count, 12_000);
            case "century", "centuries", "cent", "c" -> addMonths(count, 1200);
            case "decade", "decades", "dec", "decs" -> addMonths(count, 120);
            case "year", "years", "yr", "yrs", "y" -> addMonths(count, 12);
            case "quarter", "quarters" -> addMonths(count, 3);
            case "month", "months", "mon", "mons" -> addMonths(count, 1);
            case "week", "weeks", "w" -> addDays(count.multiply(BigDecimal.valueOf(7)));
            case "day", "days", "d" -> addDays(count);
            case "hour", "hours", "hr", "hrs", "h" -> addSeconds(count, 3600);
            case "minute", "minutes", "min", "mins", "m" -> addSeconds(count, 60);
            case "second", "seconds", "sec", "secs", "s" -> addSeconds(count, 1);
            case "millisecond", "milliseconds", "ms", "msec", "msecs" -> addSeconds(count.movePointLeft(3), 1);
            case "microsecond", "microseconds", "us", "usec", "usecs" -> addSeconds(count.movePointLeft(6), 1);
            case "nanosecond", "nanoseconds", "ns" -> addSeconds(count.movePointLeft(9), 1);
            default -> throw new IllegalArgumentException(unit);
        }
    }

    private void addMonths(BigDecimal count, int monthsEach) {
        BigDecimal all = count.multiply(BigDecimal.valueOf(monthsEach));
        BigDecimal whole = all.setScale(0, RoundingMode.DOWN);
        months = Math.addExact(months, whole.longValueExact());
        addDays(all.subtract(whole).multiply(DAYS_PER_MONTH));
    }

    private void addDays(BigDecimal count) {
        BigDecimal whole = count.setScale(0, RoundingMode.DOWN);
        days = Math.addExact(days, whole.longValueExact());
        seconds = seconds.add(count.subtract(whole).multiply(SECONDS_PER_DAY));
    }

    private void addSeconds(BigDecimal count, int secondsEach) {
        seconds = seconds.add(count.multiply(BigDecimal.valueOf(secondsEach)));
    }
}
