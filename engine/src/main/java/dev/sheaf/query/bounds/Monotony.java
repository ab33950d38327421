package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.bind.BoundExpr;
import java.util.List;

/// Which functions and casts keep or turn the order of each of their arguments, the others being fixed: then
/// what they give for all values between some bounds lies between what they give for the bounds. Exact ones
/// raise no error between bounds for which they raise none.
///
/// Clocks of time zones go back an hour once a year, so moments of zones are left out.
final class Monotony {
    private Monotony() {}

    static boolean of(BoundExpr.Call call) {
        return switch (call.function()) {
            case ADD, SUBTRACT -> areNumbers(call.arguments()) || isShift(call);
            case MULTIPLY, DIVIDE, INT_DIVIDE, NEGATE, FLOOR, CEIL, TRUNC, SIGN, SQRT, EXP, LN, LOG10 ->
                areNumbers(call.arguments());
            case ROUND -> call.arguments().size() == 1 || call.type() instanceof DataType.DecimalType;
            case YEAR, EPOCH -> isMoment(call.argument(0).type());
            case DATE_TRUNC ->
                call.argument(0).isConstant() && isMoment(call.argument(1).type());
            case DATE_DIFF ->
                call.argument(0).isConstant()
                        && isMoment(call.argument(1).type())
                        && isMoment(call.argument(2).type());
            case LEFT -> isCount(call.argument(1));
            case SUBSTRING -> isFirst(call.argument(1)) && (call.arguments().size() == 2 || isCount(call.argument(2)));
            default -> false;
        };
    }

    static boolean of(BoundExpr.Cast cast) {
        DataType from = cast.input().type();
        DataType to = cast.type();
        return switch (from) {
            case DataType.BoolType() -> to.isNumeric();
            case DataType.TimeType _ -> to instanceof DataType.TimeType;
            default -> (from.isNumeric() && to.isNumeric()) || (isMoment(from) && isMoment(to));
        };
    }

    private static boolean areNumbers(List<BoundExpr> arguments) {
        return arguments.stream().allMatch(argument -> argument.type().isNumeric());
    }

    /// Days or a constant distance from a date or timestamp, or between two of them.
    private static boolean isShift(BoundExpr.Call call) {
        BoundExpr by = call.argument(1);
        return isMoment(call.argument(0).type())
                && (by.isConstant() || by.type().isInteger() || isMoment(by.type()));
    }

    private static boolean isMoment(DataType type) {
        return type instanceof DataType.DateType
                || (type instanceof DataType.TimestampType timestamp
                        && timestamp.zone().isEmpty());
    }

    private static boolean isCount(BoundExpr expr) {
        return expr instanceof BoundExpr.Constant(Object value, var _)
                && value instanceof Number count
                && count.longValue() >= 0;
    }

    private static boolean isFirst(BoundExpr expr) {
        return expr instanceof BoundExpr.Constant(Object value, var _)
                && value instanceof Number start
                && start.longValue() == 1;
    }
}
