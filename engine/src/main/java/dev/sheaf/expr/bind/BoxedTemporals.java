package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DateType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.value.CalendarUnit;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;

/// Dates, times and timestamps by java.time.
final class BoxedTemporals {
    private static final BigInteger NANOS = BigInteger.valueOf(1_000_000_000);

    private BoxedTemporals() {}

    static Object arithmetic(BoundExpr.Call call, Object[] values) {
        try {
            Object result = values.length == 1 ? negated(values[0]) : combined(call, values[0], values[1]);
            return checked(result, call.type());
        } catch (DateTimeException | ArithmeticException beyond) {
            throw new ArithmeticException("overflow in " + call.text());
        }
    }

    private static Object negated(Object span) {
        return span instanceof Interval interval ? multiplied(interval, -1) : ((Duration) span).negated();
    }

    private static Object combined(BoundExpr.Call call, Object a, Object b) {
        int sign = call.function() == Function.SUBTRACT ? -1 : 1;
        return switch (a) {
            case LocalDate date when b instanceof LocalDate other -> ChronoUnit.DAYS.between(other, date);
            case LocalDate date -> date.plusDays(sign * ((Number) b).longValue());
            case LocalTime time when b instanceof LocalTime other -> Duration.between(other, time);
            case LocalTime time -> time.plusNanos(sign * ofDay(b, call.type()));
            case LocalDateTime moment when b instanceof LocalDateTime other -> Duration.between(other, moment);
            case LocalDateTime moment when b instanceof LocalTime time -> moment.with(time);
            case LocalDateTime moment when b instanceof Duration span -> moment.plus(span.multipliedBy(sign));
            case LocalDateTime moment -> shifted(moment, cut((Interval) b, call.type()), sign);
            case Instant moment when b instanceof Instant other -> Duration.between(other, moment);
            case Instant moment when b instanceof Duration span -> moment.plus(span.multipliedBy(sign));
            case Instant moment -> shifted(moment, cut((Interval) b, call.type()), sign, zone(call.type()));
            case Duration span when b instanceof Duration other -> span.plus(other.multipliedBy(sign));
            case Duration span -> span.multipliedBy((Long) b);
            case Interval span when b instanceof Interval other -> sum(span, other, sign);
            case Interval span -> multiplied(span, (Long) b);
            default -> throw new AssertionError(call);
        };
    }

    /// Nanoseconds of a span modulo a day, in whole units of the type.
    private static long ofDay(Object span, DataType type) {
        BigInteger nanos = span instanceof Interval interval
                ? BigInteger.valueOf(interval.nanos() / nanosPer(type) * nanosPer(type))
                : nanos((Duration) span);
        return nanos.remainder(BigInteger.valueOf(Duration.ofDays(1).toNanos())).longValueExact();
    }

    private static BigInteger nanos(Duration span) {
        return BigInteger.valueOf(span.getSeconds()).multiply(NANOS).add(BigInteger.valueOf(span.getNano()));
    }

    private static long nanosPer(DataType type) {
        return TimeUnit.NANO.perSecond() / unit(type).perSecond();
    }

    static TimeUnit unit(DataType type) {
        return switch (type) {
            case TimestampType timestamp -> timestamp.unit();
            case DurationType(TimeUnit unit) -> unit;
            case DataType.TimeType(TimeUnit unit) -> unit;
            default -> TimeUnit.SECOND;
        };
    }

    /// The interval with its time in whole units of the type.
    private static Interval cut(Interval span, DataType type) {
        return new Interval(span.months(), span.days(), span.nanos() / nanosPer(type) * nanosPer(type));
    }

    private static LocalDateTime shifted(LocalDateTime moment, Interval span, int sign) {
        LocalDateTime moved = moment.plusMonths((long) sign * span.months()).plusDays((long) sign * span.days());
        return sign > 0 ? moved.plusNanos(span.nanos()) : moved.minusNanos(span.nanos());
    }

    private static Instant shifted(Instant moment, Interval span, int sign, ZoneId zone) {
        LocalDateTime moved = LocalDateTime.ofInstant(moment, zone)
                .plusMonths((long) sign * span.months())
                .plusDays((long) sign * span.days());
        boolean stays = span.months() == 0 && span.days() == 0;
        Instant instant = stays ? moment : toInstant(moved, zone);
        return sign > 0 ? instant.plusNanos(span.nanos()) : instant.minusNanos(span.nanos());
    }

    /// A local time that the clock shows twice or never, by the offset before the change.
    static Instant toInstant(LocalDateTime local, ZoneId zone) {
        return local.toInstant(zone.getRules().getOffset(local));
    }

    static ZoneId zone(DataType type) {
        return type instanceof TimestampType timestamp
                ? timestamp.zone().map(ZoneId::of).orElse(ZoneOffset.UTC)
                : ZoneOffset.UTC;
    }

    private static Interval sum(Interval a, Interval b, int sign) {
        return new Interval(
                Math.toIntExact(a.months() + (long) sign * b.months()),
                Math.toIntExact(a.days() + (long) sign * b.days()),
                sign > 0 ? Math.addExact(a.nanos(), b.nanos()) : Math.subtractExact(a.nanos(), b.nanos()));
    }

    private static Interval multiplied(Interval span, long factor) {
        return new Interval(
                Math.toIntExact(Math.multiplyExact(span.months(), factor)),
                Math.toIntExact(Math.multiplyExact(span.days(), factor)),
                Math.multiplyExact(span.nanos(), factor));
    }

    /// The value itself, if the type's count holds it.
    ///
    /// @throws ArithmeticException if not
    static Object checked(Object value, DataType type) {
        if (count(value, type).bitLength() >= (value instanceof LocalDate ? Integer.SIZE : Long.SIZE)) {
            throw new ArithmeticException(value + " does not fit " + type);
        }
        return value;
    }

    private static BigInteger count(Object value, DataType type) {
        BigInteger step = BigInteger.valueOf(nanosPer(type));
        return switch (value) {
            case LocalDate date -> BigInteger.valueOf(date.toEpochDay());
            case LocalDateTime moment ->
                sinceEpoch(moment.toInstant(ZoneOffset.UTC)).divide(step);
            case Instant moment -> sinceEpoch(moment).divide(step);
            case Duration span -> nanos(span).divide(step);
            default -> BigInteger.ZERO;
        };
    }

    private static BigInteger sinceEpoch(Instant moment) {
        return nanos(Duration.between(Instant.EPOCH, moment));
    }

    static LocalDateTime local(Object moment, DataType type) {
        return switch (moment) {
            case LocalDate date -> date.atStartOfDay();
            case LocalTime time -> time.atDate(LocalDate.EPOCH);
            case LocalDateTime dateTime -> dateTime;
            case Instant instant -> LocalDateTime.ofInstant(instant, zone(type));
            default -> throw new AssertionError(moment);
        };
    }

    static Object part(BoundExpr.Call call, Object moment) {
        LocalDateTime local = local(moment, call.argument(0).type());
        return switch (call.function()) {
            case YEAR -> (long) local.getYear();
            case QUARTER -> (long) local.get(IsoFields.QUARTER_OF_YEAR);
            case MONTH -> (long) local.getMonthValue();
            case WEEK -> (long) local.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case DAY -> (long) local.getDayOfMonth();
            case DAY_OF_WEEK -> (long) local.getDayOfWeek().getValue() % 7;
            case DAY_OF_YEAR -> (long) local.getDayOfYear();
            case HOUR -> (long) local.getHour();
            case MINUTE -> (long) local.getMinute();
            case SECOND -> (long) local.getSecond();
            case MILLISECOND -> local.getSecond() * 1000L + local.getNano() / 1_000_000;
            case EPOCH -> epoch(moment, call.argument(0).type());
            default -> throw new AssertionError(call.function());
        };
    }

    private static Object epoch(Object moment, DataType type) {
        Instant instant =
                moment instanceof Instant given ? given : local(moment, type).toInstant(ZoneOffset.UTC);
        TimeUnit unit = type instanceof DateType ? TimeUnit.SECOND : unit(type);
        BigInteger count = BigInteger.valueOf(instant.getEpochSecond())
                .multiply(BigInteger.valueOf(unit.perSecond()))
                .add(BigInteger.valueOf(instant.getNano() / (TimeUnit.NANO.perSecond() / unit.perSecond())));
        return count.doubleValue() / unit.perSecond();
    }

    static Object truncate(String unit, Object moment, BoundExpr.Call call) {
        LocalDateTime local = local(moment, call.type());
        LocalDateTime start = start(CalendarUnit.valueOf(unit), local);
        if (!(moment instanceof Instant instant)) {
            return checked(start, call.type());
        }
        boolean ofDay = CalendarUnit.valueOf(unit).isOfDay();
        return checked(
                ofDay ? instant.minus(Duration.between(start, local)) : toInstant(start, zone(call.type())),
                call.type());
    }

    private static LocalDateTime start(CalendarUnit unit, LocalDateTime local) {
        LocalDate date = local.toLocalDate();
        int year = date.getYear();
        return switch (unit) {
            case MICROSECOND -> local.truncatedTo(ChronoUnit.MICROS);
            case MILLISECOND -> local.truncatedTo(ChronoUnit.MILLIS);
            case SECOND -> local.truncatedTo(ChronoUnit.SECONDS);
            case MINUTE -> local.truncatedTo(ChronoUnit.MINUTES);
            case HOUR -> local.truncatedTo(ChronoUnit.HOURS);
            case DAY -> date.atStartOfDay();
            case WEEK ->
                date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).atStartOfDay();
            case MONTH -> date.withDayOfMonth(1).atStartOfDay();
            case QUARTER -> date.with(IsoFields.DAY_OF_QUARTER, 1).atStartOfDay();
            case YEAR -> LocalDate.of(year, 1, 1).atStartOfDay();
            case DECADE -> LocalDate.of(year - year % 10, 1, 1).atStartOfDay();
            case CENTURY -> LocalDate.of(year - year % 100, 1, 1).atStartOfDay();
            case MILLENNIUM -> LocalDate.of(year - year % 1000, 1, 1).atStartOfDay();
        };
    }

    static Object difference(String name, Object from, Object to, BoundExpr.Call call) {
        CalendarUnit unit = CalendarUnit.valueOf(name);
        DataType type = call.argument(1).type();
        LocalDateTime a = start(unit, local(from, type));
        LocalDateTime b = start(unit, local(to, type));
        return switch (unit) {
            case MICROSECOND, MILLISECOND, SECOND, MINUTE, HOUR -> borders(unit, from, to, type);
            case DAY -> ChronoUnit.DAYS.between(a, b);
            case WEEK ->
                ChronoUnit.DAYS.between(
                                local(from, type).toLocalDate(), local(to, type).toLocalDate())
                        / 7;
            case MONTH -> ChronoUnit.MONTHS.between(a, b);
            case QUARTER -> ChronoUnit.MONTHS.between(a, b) / 3;
            case YEAR -> (long) b.getYear() - a.getYear();
            case DECADE -> (b.getYear() / 10L) - a.getYear() / 10;
            case CENTURY -> (b.getYear() / 100L) - a.getYear() / 100;
            case MILLENNIUM -> (b.getYear() / 1000L) - a.getYear() / 1000;
        };
    }

    /// By elapsed time between the starts of the unit; in units finer than the type, by the moments themselves.
    private static Object borders(CalendarUnit unit, Object from, Object to, DataType type) {
        Duration elapsed = Duration.between(unitStart(unit, from, type), unitStart(unit, to, type));
        BigInteger nanosEach = switch (unit) {
            case MICROSECOND -> BigInteger.valueOf(1_000);
            case MILLISECOND -> BigInteger.valueOf(1_000_000);
            case SECOND -> NANOS;
            case MINUTE -> NANOS.multiply(BigInteger.valueOf(60));
            default -> NANOS.multiply(BigInteger.valueOf(3600));
        };
        return nanos(elapsed).divide(nanosEach).longValueExact();
    }

    private static Instant unitStart(CalendarUnit unit, Object moment, DataType type) {
        LocalDateTime local = local(moment, type);
        Instant instant = moment instanceof Instant given ? given : local.toInstant(ZoneOffset.UTC);
        return instant.minus(Duration.between(start(unit, local), local));
    }
}
