package dev.sheaf.groupby.cuda.request;

import dev.sheaf.expr.bind.BoundExpr;

/// Whether an expression may be null where no column is.
public final class Nullness {
    private Nullness() {}

    public static boolean mayBeNull(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Column _ -> false;
            case BoundExpr.Constant constant -> constant.value() == null;
            case BoundExpr.Lambda _, BoundExpr.Applied _ -> true;
            case BoundExpr.Call call -> mayBeNull(call);
            case BoundExpr.Case _, BoundExpr.In _ -> anyOf(expr);
            case BoundExpr.Cast cast -> cast.lenient() || mayBeNull(cast.input());
        };
    }

    private static boolean anyOf(BoundExpr expr) {
        return expr.children().stream().anyMatch(Nullness::mayBeNull);
    }

    private static boolean mayBeNull(BoundExpr.Call call) {
        return switch (call.function()) {
            case INT_DIVIDE, MODULO -> !isNotZero(call.arguments().getLast()) || anyOf(call);
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, ABS, COALESCE, GREATEST, LEAST -> anyOf(call);
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, AND, OR, NOT, IS_NAN -> anyOf(call);
            case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> false;
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> false;
            default -> true;
        };
    }

    private static boolean isNotZero(BoundExpr divisor) {
        return divisor instanceof BoundExpr.Constant constant
                && constant.value() instanceof Number number
                && number.doubleValue() != 0;
    }
}
