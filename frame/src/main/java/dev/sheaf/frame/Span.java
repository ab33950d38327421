package dev.sheaf.frame;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A distance along an index: time by the calendar, or a whole number. Polars' duration texts.
///
/// `Span.of("1mo")` is a calendar month, `"1d"` a calendar day of the index's time zone, `"1h30m"` elapsed time,
/// `"10i"` ten steps of a whole-number index. Units: `ns us ms s m h d w mo q y i`, several in one text, `-` before
/// all.
///
/// @param width an [Interval], or a Long for indexes of whole numbers
public record Span(Object width) {
    private static final Pattern PART = Pattern.compile("(\\d+)(ns|us|ms|mo|s|m|h|d|w|q|y|i)");
    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400 * SECOND;

    public Span {
        if (!(width instanceof Interval) && !(width instanceof Long)) {
            throw new IllegalArgumentException("a span is an interval or a whole number, not " + width);
        }
    }

    /// The span that a text means.
    ///
    /// @throws IllegalArgumentException if it means none, or mixes `i` with time
    /// @throws ArithmeticException if a part is too long
    public static Span of(String text) {
        boolean negative = text.startsWith("-");
        String parts = negative ? text.substring(1) : text;
        Matcher part = PART.matcher(parts);
        Interval time = new Interval(0, 0, 0);
        long steps = 0;
        boolean hasTime = false;
        int end = 0;
        while (part.find() && part.start() == end) {
            long count = Long.parseLong(part.group(1));
            boolean isStep = part.group(2).equals("i");
            hasTime |= !isStep;
            steps = isStep ? Math.addExact(steps, count) : steps;
            time = isStep ? time : plus(time, part.group(2), count);
            end = part.end();
        }
        if (end == 0 || end < parts.length() || (hasTime && steps != 0)) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no span; write numbers with units, such as 1d, 1h30m,"
                            + " 3mo, or 10i for ten steps of a whole-number index");
        }
        Span span = hasTime ? new Span(time) : new Span(steps);
        return negative ? span.negate() : span;
    }

    private static Interval plus(Interval time, String unit, long count) {
        return switch (unit) {
            case "y" -> plus(time, Math.multiplyExact(count, 12), 0, 0);
            case "q" -> plus(time, Math.multiplyExact(count, 3), 0, 0);
            case "mo" -> plus(time, count, 0, 0);
            case "w" -> plus(time, 0, Math.multiplyExact(count, 7), 0);
            case "d" -> plus(time, 0, count, 0);
            default -> plus(time, 0, 0, Math.multiplyExact(count, nanos(unit)));
        };
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "h" -> 3600 * SECOND;
            case "m" -> 60 * SECOND;
            case "s" -> SECOND;
            case "ms" -> 1_000_000;
            case "us" -> 1_000;
            default -> 1;
        };
    }

    private static Interval plus(Interval time, long months, long days, long nanos) {
        return new Interval(
                Math.toIntExact(time.months() + months),
                Math.toIntExact(time.days() + days),
                Math.addExact(time.nanos(), nanos));
    }

    /// The same in the other direction.
    public Span negate() {
        return switch (width) {
            case Interval(int months, int days, long nanos) -> new Span(new Interval(-months, -days, -nanos));
            default -> new Span(-(Long) width);
        };
    }

    Expr literal() {
        return Expressions.lit(width);
    }

    /// Whole weeks, which start on Mondays.
    boolean isWeeks() {
        return width instanceof Interval(int months, int days, long nanos)
                && months == 0
                && nanos == 0
                && days != 0
                && days % 7 == 0;
    }

    boolean hasMonths() {
        return width instanceof Interval time && time.months() != 0;
    }

    boolean isPositive() {
        return switch (width) {
            case Interval(int months, int days, long nanos) ->
                months >= 0 && days >= 0 && nanos >= 0 && (months > 0 || days > 0 || nanos > 0);
            default -> (Long) width > 0;
        };
    }

    /// The value so far behind `moment`, of the type of the index.
    Expr after(Expr moment, DataType index) {
        Expr moved = moment.plus(literal());
        return moved.cast(index);
    }

    /// About how many times `other` lies in this one, at least as often as it really can.
    long mostOf(Span other) {
        if (width instanceof Long steps && other.width() instanceof Long step) {
            return (steps + step - 1) / step;
        }
        return (long) Math.ceil(length(31, 25) / Math.max(1, other.length(28, 23)));
    }

    private double length(int daysPerMonth, int hoursPerDay) {
        Interval time = (Interval) width;
        double days = time.days() + (double) time.months() * daysPerMonth;
        return days * DAY / 24 * hoursPerDay + time.nanos();
    }

    /// Refuses a span that does not fit the index.
    void check(String what, String column, DataType index) {
        boolean isTime = index instanceof DataType.TimestampType || index instanceof DataType.DateType;
        boolean fits = width instanceof Interval time
                ? isTime && !(index instanceof DataType.DateType && time.nanos() != 0)
                : index.isInteger();
        if (!fits) {
            throw new IllegalArgumentException(what + " " + this + " does not fit column \"" + column + "\" of type "
                    + index + "; timestamps take time such as 1d or 1h30m, dates whole days, integers 10i");
        }
    }

    @Override
    public String toString() {
        return width instanceof Interval time
                ? time.months() + " months " + time.days() + " days " + time.nanos() + " ns"
                : width + "i";
    }
}
