package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DateType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.column.DataType.IntervalType;
import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.value.CalendarUnit;
import dev.sheaf.expr.value.CommonType;
import java.util.List;

/// The types of arithmetic and functions on dates, times, timestamps and spans of time.
final class TemporalBinding {
    private TemporalBinding() {}

    static BoundExpr arithmetic(Expr.Call call, BoundExpr left, BoundExpr right) {
        return switch (call.function()) {
            case ADD -> add(call, left, right);
            case SUBTRACT -> subtract(call, left, right);
            case MULTIPLY -> multiply(call, left, right);
            default -> throw Signature.mismatch(call, List.of(left, right));
        };
    }

    private static BoundExpr add(Expr.Call call, BoundExpr left, BoundExpr right) {
        if (left.isUntypedNull() || right.isUntypedNull()) {
            return nothing(left.isUntypedNull() ? right : left);
        }
        boolean momentFirst = isMoment(left.type()) || !isMoment(right.type());
        return shift(call, momentFirst ? left : right, momentFirst ? right : left);
    }

    private static BoundExpr nothing(BoundExpr other) {
        return new BoundExpr.Constant(null, other.type());
    }

    private static boolean isMoment(DataType type) {
        return type instanceof DateType || type instanceof TimestampType || type instanceof TimeType;
    }

    private static boolean isSpan(DataType type) {
        return type instanceof IntervalType || type instanceof DurationType;
    }

    /// A moment plus or minus days or a span, or two spans added or subtracted.
    private static BoundExpr shift(Expr.Call call, BoundExpr left, BoundExpr right) {
        if (left.type() instanceof DateType && isDays(right.type())) {
            return Signature.call(call, List.of(left, Coercion.to(right, DataType.INT32)), DataType.DATE);
        }
        if (left.type() instanceof DateType && right.type() instanceof TimeType && call.function() == Function.ADD) {
            return Signature.call(
                    call,
                    List.of(Coercion.to(left, DataType.TIMESTAMP), Coercion.to(right, DataType.TIME)),
                    DataType.TIMESTAMP);
        }
        if (isMoment(left.type()) && isSpan(right.type())) {
            BoundExpr moment = left.type() instanceof DateType ? Coercion.to(left, DataType.TIMESTAMP) : left;
            return right.type() instanceof DurationType duration
                    ? byDuration(call, moment, right, CommonType.finer(unit(moment.type()), duration.unit()))
                    : Signature.call(call, List.of(moment, right), moment.type());
        }
        if (isSpan(left.type()) && isSpan(right.type())) {
            List<BoundExpr> same = Coercion.toCommon(List.of(left, right), call.arguments(), call);
            return Signature.call(call, same, same.getFirst().type());
        }
        throw Signature.mismatch(call, List.of(left, right));
    }

    private static BoundExpr byDuration(Expr.Call call, BoundExpr moment, BoundExpr duration, TimeUnit unit) {
        DataType type = moment.type() instanceof TimestampType timestamp
                ? new TimestampType(unit, timestamp.zone())
                : new TimeType(unit);
        BoundExpr span = Coercion.to(duration, new DurationType(unit));
        return Signature.call(call, List.of(Coercion.to(moment, type), span), type);
    }

    private static BoundExpr subtract(Expr.Call call, BoundExpr left, BoundExpr right) {
        if (left.isUntypedNull() || right.isUntypedNull()) {
            return nothing(left.isUntypedNull() ? right : left);
        }
        if (left.type() instanceof DateType && right.type() instanceof DateType) {
            return Signature.call(call, List.of(left, right), DataType.INT64);
        }
        boolean moments = isMoment(left.type()) && isMoment(right.type());
        if (moments) {
            List<BoundExpr> same = Coercion.toCommon(List.of(left, right), call.arguments(), call);
            return Signature.call(
                    call, same, new DurationType(unit(same.getFirst().type())));
        }
        return shift(call, left, right);
    }

    private static TimeUnit unit(DataType type) {
        return switch (type) {
            case TimestampType timestamp -> timestamp.unit();
            case TimeType(TimeUnit unit) -> unit;
            default -> throw new IllegalArgumentException(type + " has no unit");
        };
    }

    /// A span times a whole number.
    private static BoundExpr multiply(Expr.Call call, BoundExpr left, BoundExpr right) {
        boolean spanFirst = isSpan(left.type());
        BoundExpr span = spanFirst ? left : right;
        BoundExpr factor = spanFirst ? right : left;
        if (!isSpan(span.type()) || !(factor.type().isInteger() || factor.isUntypedNull())) {
            throw Signature.mismatch(call, List.of(left, right));
        }
        return Signature.call(call, List.of(span, Coercion.to(factor, DataType.INT64)), span.type());
    }

    /// YEAR to MILLISECOND as int64, EPOCH as float64.
    static BoundExpr part(Expr.Call call, List<BoundExpr> arguments) {
        BoundExpr argument = arguments.getFirst();
        boolean ofDay = switch (call.function()) {
            case HOUR, MINUTE, SECOND, MILLISECOND, EPOCH -> true;
            default -> false;
        };
        BoundExpr moment = argument.isUntypedNull() ? Coercion.to(argument, DataType.TIMESTAMP) : argument;
        boolean taken = isMoment(moment.type()) && (ofDay || !(moment.type() instanceof TimeType));
        if (!taken) {
            String takes = ofDay ? "a date, time or timestamp" : "a date or timestamp";
            throw Signature.refused(call, argument, call.arguments().getFirst(), takes);
        }
        DataType type = call.function() == Function.EPOCH ? DataType.FLOAT64 : DataType.INT64;
        return Signature.call(call, List.of(moment), type);
    }

    /// DATE_TRUNC and DATE_DIFF: a constant unit and one or two moments, dates being taken as timestamps.
    static BoundExpr units(Expr.Call call, List<BoundExpr> arguments) {
        BoundExpr unit = unit(call, arguments.getFirst());
        List<Expr> momentTexts = call.arguments().subList(1, arguments.size());
        List<BoundExpr> moments = Coercion.toCommon(arguments.subList(1, arguments.size()), momentTexts, call);
        for (int i = 0; i < moments.size(); i++) {
            DataType type = moments.get(i).type();
            if (!(type instanceof DateType
                    || type instanceof TimestampType
                    || moments.get(i).isUntypedNull())) {
                throw Signature.refused(call, moments.get(i), momentTexts.get(i), "a date or timestamp");
            }
        }
        DataType common = moments.getFirst().type();
        DataType type = common instanceof TimestampType ? common : DataType.TIMESTAMP;
        BoundExpr first = Coercion.to(moments.getFirst(), type);
        return call.function() == Function.DATE_TRUNC
                ? Signature.call(call, List.of(unit, first), type)
                : Signature.call(call, List.of(unit, first, Coercion.to(moments.getLast(), type)), DataType.INT64);
    }

    private static BoundExpr unit(Expr.Call call, BoundExpr unit) {
        if (!(unit instanceof BoundExpr.Constant(Object value, var _) && value instanceof String name)) {
            throw Signature.refused(call, unit, call.arguments().getFirst(), "the name of a unit as a constant");
        }
        return new BoundExpr.Constant(CalendarUnit.of(name).name(), DataType.STRING);
    }

    /// Whether a type is an integer of at most 32 bits, as days are counted in.
    static boolean isDays(DataType type) {
        return type instanceof IntType(int bits, boolean signed) && (bits < 32 || (bits == 32 && signed));
    }
}
