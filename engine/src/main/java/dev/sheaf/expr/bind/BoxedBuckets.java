package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.function.LongFunction;

/// TIME_BUCKET by java.time and numbers of any size: the rule once more, apart from the node of `expr.temporal`
/// that is compared with it.
final class BoxedBuckets {
    private static final Duration HOUR = Duration.ofHours(1);

    private BoxedBuckets() {}

    static Object start(BoundExpr.Call call, Object[] values) {
        long steps = (Long) values[3];
        if (values[0] instanceof Long width) {
            return ofNumbers(call, BigInteger.valueOf(width), (Long) values[1], (Long) values[2], steps);
        }
        try {
            LocalDateTime local = BoxedTemporals.local(values[1], call.type());
            LocalDateTime origin =
                    BoxedTemporals.local(values[2], call.argument(2).type());
            Interval width = (Interval) values[0];
            LongFunction<LocalDateTime> shown = back -> width.months() > 0
                    ? ofMonths(width.months(), local, origin, back)
                    : ofTime(step(width), local, origin, back, call.type());
            return BoxedTemporals.checked(placed(width, values[1], local, shown, steps, call.type()), call.type());
        } catch (DateTimeException | ArithmeticException beyond) {
            throw new ArithmeticException("overflow in " + call.text());
        }
    }

    private static Object placed(
            Interval width,
            Object moment,
            LocalDateTime local,
            LongFunction<LocalDateTime> shown,
            long steps,
            DataType type) {
        if (!(moment instanceof Instant instant)) {
            return shown.apply(steps);
        }
        if (width.months() == 0 && step(width).compareTo(HOUR) <= 0) {
            return instant.minus(Duration.between(shown.apply(steps), local));
        }
        LongFunction<Instant> starts = back -> BoxedTemporals.toInstant(shown.apply(back), BoxedTemporals.zone(type));
        return starts.apply(Math.addExact(stepsBack(instant, starts), steps));
    }

    /// How many buckets before the one that the clock shows a moment lies, in hours that are repeated or skipped.
    private static long stepsBack(Instant moment, LongFunction<Instant> starts) {
        long back = 0;
        while (!starts.apply(back - 1).isAfter(moment)) {
            back--;
        }
        while (starts.apply(back).isAfter(moment)) {
            back++;
        }
        return back;
    }

    private static Duration step(Interval width) {
        return Duration.ofDays(width.days()).plusNanos(width.nanos());
    }

    private static Object ofNumbers(BoundExpr.Call call, BigInteger width, long number, long origin, long steps) {
        BigInteger distance = BigInteger.valueOf(number).subtract(BigInteger.valueOf(origin));
        BigInteger start = floorDiv(distance, width)
                .subtract(BigInteger.valueOf(steps))
                .multiply(width)
                .add(BigInteger.valueOf(origin));
        if (start.bitLength() >= Long.SIZE) {
            throw new ArithmeticException("overflow in " + call.text());
        }
        return start.longValueExact();
    }

    private static BigInteger floorDiv(BigInteger a, BigInteger b) {
        BigInteger[] parts = a.divideAndRemainder(b);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    private static LocalDateTime ofMonths(int months, LocalDateTime local, LocalDateTime origin, long steps) {
        long between = (local.getYear() - origin.getYear()) * 12L + local.getMonthValue() - origin.getMonthValue();
        long bucket = Math.floorDiv(between, months);
        while (origin.plusMonths(bucket * months).isAfter(local)) {
            bucket--;
        }
        return origin.plusMonths(Math.multiplyExact(Math.subtractExact(bucket, steps), months));
    }

    private static LocalDateTime ofTime(
            Duration step, LocalDateTime local, LocalDateTime origin, long steps, DataType type) {
        BigInteger width = nanos(step);
        BigInteger bucket =
                floorDiv(nanos(Duration.between(origin, local)), width).subtract(BigInteger.valueOf(steps));
        TimeUnit unit = type instanceof TimestampType timestamp ? timestamp.unit() : TimeUnit.MICRO;
        BigInteger start = nanos(Duration.between(Instant.EPOCH, origin.toInstant(ZoneOffset.UTC)))
                .add(bucket.multiply(width));
        BigInteger perUnit = BigInteger.valueOf(TimeUnit.NANO.perSecond() / unit.perSecond());
        if (start.divide(perUnit).bitLength() >= Long.SIZE) {
            throw new ArithmeticException("beyond " + type);
        }
        BigInteger[] parts = start.divideAndRemainder(BigInteger.valueOf(TimeUnit.NANO.perSecond()));
        return LocalDateTime.ofEpochSecond(parts[0].longValueExact(), 0, ZoneOffset.UTC)
                .plusNanos(parts[1].longValueExact());
    }

    private static BigInteger nanos(Duration span) {
        return BigInteger.valueOf(span.getSeconds())
                .multiply(BigInteger.valueOf(TimeUnit.NANO.perSecond()))
                .add(BigInteger.valueOf(span.getNano()));
    }
}
