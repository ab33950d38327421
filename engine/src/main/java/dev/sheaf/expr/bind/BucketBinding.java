package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DateType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.value.Calendar;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/// The types of TIME_BUCKET: a constant width, a moment or whole number, an origin, and how many buckets
/// before.
///
/// What binds has all four arguments. Dates become timestamps and the result a date again.
final class BucketBinding {
    private static final LocalDateTime FIRST_OF_MONTH = LocalDate.of(2000, 1, 1).atStartOfDay();
    private static final LocalDateTime MONDAY = LocalDate.of(2000, 1, 3).atStartOfDay();

    private BucketBinding() {}

    static BoundExpr bind(Expr.Call call, List<BoundExpr> arguments) {
        BoundExpr.Constant width = width(call, arguments.getFirst());
        BoundExpr moment = arguments.get(1);
        BoundExpr steps = arguments.size() > 3
                ? Coercion.to(arguments.get(3), DataType.INT64)
                : new BoundExpr.Constant(0L, DataType.INT64);
        if (width.value() instanceof Long) {
            return ofNumbers(call, width, arguments, steps);
        }
        if (moment.type() instanceof DateType) {
            BoundExpr start = ofMoments(call, width, Coercion.to(moment, DataType.TIMESTAMP), arguments, steps);
            return Coercion.to(start, DataType.DATE);
        }
        BoundExpr typed = moment.isUntypedNull() ? Coercion.to(moment, DataType.TIMESTAMP) : moment;
        if (!(typed.type() instanceof TimestampType)) {
            throw Signature.refused(call, moment, call.arguments().get(1), "a date or timestamp");
        }
        return ofMoments(call, width, typed, arguments, steps);
    }

    private static BoundExpr ofNumbers(
            Expr.Call call, BoundExpr.Constant width, List<BoundExpr> arguments, BoundExpr steps) {
        BoundExpr number = arguments.get(1);
        if (!number.type().isInteger() && !number.isUntypedNull()) {
            throw Signature.refused(call, number, call.arguments().get(1), "a whole number for a whole width");
        }
        BoundExpr origin = arguments.size() > 2 ? arguments.get(2) : new BoundExpr.Constant(0L, DataType.INT64);
        return Signature.call(
                call,
                List.of(width, Coercion.to(number, DataType.INT64), Coercion.to(origin, DataType.INT64), steps),
                DataType.INT64);
    }

    private static BoundExpr ofMoments(
            Expr.Call call, BoundExpr.Constant width, BoundExpr moment, List<BoundExpr> arguments, BoundExpr steps) {
        TimestampType type = (TimestampType) moment.type();
        if (width.value() instanceof Interval interval) {
            checkWhole(call, interval, type.unit());
        }
        TimestampType shown = new TimestampType(type.unit(), Optional.empty());
        BoundExpr origin = arguments.size() > 2
                ? origin(call, arguments.get(2), type)
                : Coercion.to(new BoundExpr.Constant(defaultOrigin(width), DataType.TIMESTAMP), shown);
        return Signature.call(call, List.of(width, moment, origin, steps), type);
    }

    /// An origin without a zone is what the clock shows in that of the moment.
    private static BoundExpr origin(Expr.Call call, BoundExpr origin, TimestampType type) {
        boolean hasZone =
                origin.type() instanceof TimestampType given && given.zone().isPresent();
        boolean fits = origin.type() instanceof DateType
                || origin.isUntypedNull()
                || (origin.type() instanceof TimestampType
                        && !(hasZone && type.zone().isEmpty()));
        if (!fits) {
            throw Signature.refused(call, origin, call.arguments().get(2), "an origin that is a date or timestamp");
        }
        return Coercion.to(origin, hasZone ? type : new TimestampType(type.unit(), Optional.empty()));
    }

    private static Object defaultOrigin(BoundExpr.Constant width) {
        return width.value() instanceof Interval interval && interval.months() > 0 ? FIRST_OF_MONTH : MONDAY;
    }

    private static BoundExpr.Constant width(Expr.Call call, BoundExpr width) {
        Object value = width instanceof BoundExpr.Constant constant ? constant.value() : null;
        Object known = switch (value) {
            case Interval interval -> interval;
            case Duration duration -> new Interval(0, 0, duration.toNanos());
            case Number number when width.type().isInteger() -> number.longValue();
            case null, default ->
                throw Signature.refused(
                        call,
                        width,
                        call.arguments().getFirst(),
                        "a width that is a constant interval or whole number");
        };
        checkPositive(call, known);
        return new BoundExpr.Constant(known, known instanceof Long ? DataType.INT64 : DataType.INTERVAL);
    }

    private static void checkPositive(Expr.Call call, Object width) {
        boolean positive = switch (width) {
            case Interval(int months, int days, long nanos) when months != 0 -> months > 0 && days == 0 && nanos == 0;
            case Interval(int _, int days, long nanos) -> days >= 0 && nanos >= 0 && (days > 0 || nanos > 0);
            default -> (Long) width > 0;
        };
        if (!positive) {
            throw new IllegalArgumentException(call.function().symbol()
                    + " takes a width above 0, of months, or of days and time, but not of both: " + width);
        }
    }

    private static void checkWhole(Expr.Call call, Interval width, TimeUnit unit) {
        long nanosPer = TimeUnit.NANO.perSecond() / unit.perSecond();
        boolean fits = width.days() < Long.MAX_VALUE / Calendar.perDay(unit) / 2;
        if (width.nanos() % nanosPer != 0 || !fits) {
            throw new IllegalArgumentException(
                    call.function().symbol() + " takes a width of whole units of the timestamp: " + width);
        }
    }
}
