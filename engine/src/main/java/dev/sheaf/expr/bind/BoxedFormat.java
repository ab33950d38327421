package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.chrono.IsoEra;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.function.Function;

/// The text of boxed values.
final class BoxedFormat {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("-MM-dd", Locale.ROOT);
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private BoxedFormat() {}

    static String text(Object value, DataType type) {
        return switch (value) {
            case BigDecimal decimal -> decimal.toPlainString();
            case Float number -> floating(fewest(number, Float::valueOf), number.doubleValue());
            case Double number -> floating(fewest(number, Double::valueOf), number);
            case LocalDate date -> year(date) + era(date);
            case LocalTime time -> clock(time);
            case LocalDateTime local -> moment(local);
            case Instant instant -> zoned(instant, BoxedTemporals.zone(type));
            case Duration span -> duration(span);
            case Interval interval -> interval(interval);
            default -> value.toString();
        };
    }

    /// Where one digit gives the number back, Java may write two.
    private static <T extends Number> BigDecimal fewest(T number, Function<String, T> read) {
        BigDecimal written = new BigDecimal(safe(number.toString()));
        BigDecimal one = written.round(new MathContext(1));
        return read.apply(one.toString()).equals(number) ? one : written;
    }

    private static String safe(String number) {
        return number.endsWith("y") || number.equals("NaN") ? "0" : number;
    }

    private static String floating(BigDecimal digits, double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal stripped = digits.stripTrailingZeros();
        int exponent = stripped.precision() - stripped.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            return stripped.setScale(Math.max(1, stripped.scale())).toPlainString();
        }
        BigDecimal mantissa = stripped.movePointLeft(exponent);
        return String.format(
                Locale.ROOT, "%se%s%02d", mantissa.toPlainString(), exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static String year(LocalDate date) {
        return String.format(Locale.ROOT, "%04d", date.get(ChronoField.YEAR_OF_ERA)) + DAY.format(date);
    }

    private static String era(LocalDate date) {
        return date.getEra() == IsoEra.BCE ? " (BC)" : "";
    }

    private static String clock(LocalTime time) {
        String fraction = String.format(Locale.ROOT, ".%09d", time.getNano()).replaceFirst("\\.?0+$", "");
        return CLOCK.format(time) + fraction;
    }

    private static String moment(LocalDateTime local) {
        return year(local.toLocalDate()) + era(local.toLocalDate()) + " " + clock(local.toLocalTime());
    }

    private static String zoned(Instant instant, ZoneId zone) {
        ZoneOffset offset = zone.getRules().getOffset(instant);
        String id = offset.equals(ZoneOffset.UTC) ? "+00" : offset.getId().replaceFirst(":00$", "");
        return moment(LocalDateTime.ofInstant(instant, offset)) + id;
    }

    private static String duration(Duration span) {
        long days = span.toDays();
        Duration rest = span.minusDays(days);
        String ofDay = span(rest.toNanos());
        return days == 0 ? ofDay : counted(days, "day") + (rest.isZero() ? "" : " " + ofDay);
    }

    private static String interval(Interval interval) {
        StringBuilder parts = new StringBuilder();
        parts.append(counted(interval.months() / 12, "year"));
        parts.append(' ').append(counted(interval.months() % 12, "month"));
        parts.append(' ').append(counted(interval.days(), "day"));
        String dates = parts.toString().strip().replaceAll(" +", " ");
        if (dates.isEmpty()) {
            return span(interval.nanos());
        }
        return interval.nanos() == 0 ? dates : dates + " " + span(interval.nanos());
    }

    private static String counted(long count, String unit) {
        return count == 0 ? "" : count + " " + unit + (Math.abs(count) == 1 ? "" : "s");
    }

    private static String span(long nanos) {
        Duration length = Duration.ofNanos(nanos).abs();
        String rest = clock(LocalTime.of(0, length.toMinutesPart(), length.toSecondsPart(), length.toNanosPart()));
        return (nanos < 0 ? "-" : "") + String.format(Locale.ROOT, "%02d", length.toHours()) + rest.substring(2);
    }
}
