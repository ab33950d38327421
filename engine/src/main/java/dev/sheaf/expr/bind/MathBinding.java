package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.FloatType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;

/// The types of rounding and of the floating functions.
final class MathBinding {
    private MathBinding() {}

    static BoundExpr rounding(Expr.Call call, List<BoundExpr> arguments) {
        BoundExpr number = numeric(call, arguments);
        if (arguments.size() == 2) {
            return toDecimals(call, number, arguments.getLast());
        }
        boolean toFloat = call.function() == Function.FLOOR || call.function() == Function.CEIL;
        return switch (number.type()) {
            case DecimalType(int precision, int _) ->
                Signature.call(call, List.of(number), DataType.decimal(precision, 0));
            case FloatType type -> Signature.call(call, List.of(number), type);
            default -> toFloat ? Coercion.to(number, DataType.FLOAT64) : number;
        };
    }

    /// ROUND to a number of decimals. Of a decimal the number has to be a constant, because the type depends on it.
    private static BoundExpr toDecimals(Expr.Call call, BoundExpr number, BoundExpr decimals) {
        Expr expr = call.arguments().getLast();
        if (!decimals.type().isInteger() && !decimals.isUntypedNull()) {
            throw Signature.refused(call, decimals, expr, "a whole number of decimals");
        }
        BoundExpr count = Coercion.to(decimals, DataType.INT32);
        DataType type = number.type();
        if (type instanceof DataType.IntType(int bits, boolean signed) && !signed && bits < Long.SIZE) {
            type = DataType.INT64;
            number = Coercion.to(number, type);
        }
        if (type instanceof DecimalType decimal) {
            if (!(count instanceof BoundExpr.Constant(Object value, var _))) {
                throw Signature.refused(call, decimals, expr, "a constant number of decimals for a decimal");
            }
            int asked = value == null ? 0 : (Integer) value;
            type = DataType.decimal(decimal.precision(), Math.clamp(asked, 0, decimal.scale()));
        }
        return Signature.call(call, List.of(number, count), type);
    }

    static BoundExpr floating(Expr.Call call, List<BoundExpr> arguments) {
        numeric(call, arguments);
        if (call.function() == Function.IS_NAN) {
            DataType own = arguments.getFirst().type();
            BoundExpr argument = Coercion.to(arguments.getFirst(), own.isFloating() ? own : DataType.FLOAT64);
            return Signature.call(call, List.of(argument), DataType.BOOL);
        }
        List<BoundExpr> doubles = arguments.stream()
                .map(argument -> Coercion.to(argument, DataType.FLOAT64))
                .toList();
        return Signature.call(call, doubles, DataType.FLOAT64);
    }

    /// The first argument, once all are known to be numbers; NULL becomes one.
    private static BoundExpr numeric(Expr.Call call, List<BoundExpr> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            if (!arguments.get(i).type().isNumeric() && !arguments.get(i).isUntypedNull()) {
                throw Signature.refused(call, arguments.get(i), call.arguments().get(i), "a number");
            }
        }
        BoundExpr first = arguments.getFirst();
        return first.isUntypedNull() ? Coercion.to(first, DataType.FLOAT64) : first;
    }
}
