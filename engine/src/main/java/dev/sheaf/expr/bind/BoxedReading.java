package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.FloatType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.value.IntervalText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads boxed values from text, by regular expressions.
final class BoxedReading {
    private static final String DATE =
            "(?<bc>-?)(?<y>\\d{1,7})([-/ ])(?<m>\\d{1,2})\\3(?<d>\\d{1,2})(?<era> \\(BC\\))?";
    private static final String TIME = "(?<H>\\d{1,2}):(?<M>\\d{1,2})(:(?<S>\\d{1,2})(\\.(?<f>\\d*))?)?";
    private static final String ZONE = "(?<z>Z|[+-][0-9:]+| .+)?";
    private static final Pattern DATE_OR_MOMENT = Pattern.compile(DATE + "([T ]" + TIME + ZONE + ")?");
    private static final Pattern TIME_ONLY = Pattern.compile(TIME + ZONE);
    private static final Pattern DIGITS = Pattern.compile("[0-9]_");

    private BoxedReading() {}

    static Object read(String raw, DataType to) {
        String text = raw.strip();
        return switch (to) {
            case DataType.BoolType() -> bool(raw);
            case IntType _ -> BoxedNumbers.box(new BigDecimal(whole(text)), to);
            case DecimalType(int _, int scale) ->
                BoxedNumbers.box(number(text).setScale(scale, RoundingMode.HALF_UP), to);
            case FloatType(int bits) ->
                bits == 64 ? (Object) Double.parseDouble(floating(text)) : (Object) Float.parseFloat(floating(text));
            case DataType.DateType() -> date(match(DATE_OR_MOMENT, text));
            case DataType.TimeType(TimeUnit unit) -> time(match(TIME_ONLY, text), unit, false);
            case TimestampType type -> moment(match(DATE_OR_MOMENT, text), type);
            case DataType.IntervalType() -> IntervalText.parse(text);
            case DurationType type -> duration(IntervalText.parse(text), type);
            default -> throw new AssertionError(to);
        };
    }

    private static Boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "1" -> true;
            case "false", "f", "no", "n", "0" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static BigInteger whole(String text) {
        if (text.matches("[+-]?0[xX][0-9a-fA-F]{1,32}")) {
            return new BigInteger(text.replaceFirst("0[xX]", ""), 16);
        }
        return number(text).setScale(0, RoundingMode.HALF_UP).toBigInteger();
    }

    private static BigDecimal number(String text) {
        if (text.matches(".*[eE][+-]?\\d{5,}")) {
            throw new IllegalArgumentException(text);
        }
        return new BigDecimal(withoutSeparators(text));
    }

    /// `_` stands between digits only.
    private static String withoutSeparators(String text) {
        if (DIGITS.matcher(text).find() && text.matches(".*(^_|_$|__|_[^0-9]|[^0-9]_).*")) {
            throw new IllegalArgumentException(text);
        }
        String digits = text.replaceAll("(?<=[0-9])_(?=[0-9])", "");
        if (!digits.matches("[+-]?(\\d++\\.?\\d*+|\\.\\d++)([eE][+-]?\\d++)?")) {
            throw new IllegalArgumentException(text);
        }
        return digits;
    }

    private static String floating(String text) {
        String name = text.toLowerCase(Locale.ROOT).replaceFirst("^[+-]", "");
        if (name.equals("nan")) {
            return "NaN";
        }
        if (name.equals("inf") || name.equals("infinity")) {
            return text.startsWith("-") ? "-Infinity" : "Infinity";
        }
        return withoutSeparators(text);
    }

    private static Matcher match(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        return matcher;
    }

    private static LocalDate date(Matcher parts) {
        if (parts.group("H") != null) {
            time(parts, TimeUnit.NANO, true);
            zone(parts);
        }
        int year = Integer.parseInt(parts.group("y"));
        int ofEra = parts.group("era") == null ? year : 1 - year;
        LocalDate date = LocalDate.of(
                parts.group("bc").isEmpty() ? ofEra : -ofEra,
                Integer.parseInt(parts.group("m")),
                Integer.parseInt(parts.group("d")));
        return (LocalDate) BoxedTemporals.checked(date, DataType.DATE);
    }

    private static LocalTime time(Matcher parts, TimeUnit unit, boolean midnightAgain) {
        String fraction = parts.group("f") == null ? "" : parts.group("f");
        long nanos = Long.parseLong((fraction + "000000000").substring(0, 9));
        long step = TimeUnit.NANO.perSecond() / unit.perSecond();
        int second = parts.group("S") == null ? 0 : Integer.parseInt(parts.group("S"));
        int hour = Integer.parseInt(parts.group("H"));
        int minute = Integer.parseInt(parts.group("M"));
        zone(parts);
        boolean again = midnightAgain && hour == 24 && minute == 0 && second == 0 && nanos == 0;
        return LocalTime.of(again ? 0 : hour, minute, second, (int) (nanos / step * step));
    }

    private static @Nullable ZoneId zone(Matcher parts) {
        String zone = parts.group("z");
        return zone == null || zone.isEmpty() ? null : ZoneId.of(zone.strip());
    }

    private static Object moment(Matcher parts, TimestampType type) {
        LocalDate date = date(parts);
        boolean timed = parts.group("H") != null;
        LocalTime time = timed ? time(parts, type.unit(), true) : LocalTime.MIDNIGHT;
        boolean nextDay = timed && parts.group("H").equals("24");
        LocalDateTime local = date.plusDays(nextDay ? 1 : 0).atTime(time);
        if (type.zone().isEmpty()) {
            return BoxedTemporals.checked(local, type);
        }
        ZoneId zone = zone(parts);
        return BoxedTemporals.checked(
                BoxedTemporals.toInstant(local, zone == null ? BoxedTemporals.zone(type) : zone), type);
    }

    private static Object duration(Interval span, DurationType type) {
        if (span.months() != 0) {
            throw new IllegalArgumentException("months have no length");
        }
        long step = TimeUnit.NANO.perSecond() / type.unit().perSecond();
        return BoxedTemporals.checked(Duration.ofDays(span.days()).plusNanos(span.nanos() / step * step), type);
    }
}
