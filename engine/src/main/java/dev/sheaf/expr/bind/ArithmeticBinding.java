package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.value.CommonType;
import java.util.List;

/// The types of `+ - * / // %`, of operators on bits, negation, ABS and SIGN.
final class ArithmeticBinding {
    /// Products of decimals of up to 18 digits stay within 18, checked for overflow: twice as fast as 38.
    private static final int FAST_PRECISION = 18;

    private ArithmeticBinding() {}

    static BoundExpr binary(Expr.Call call, List<BoundExpr> arguments) {
        BoundExpr left = arguments.getFirst();
        BoundExpr right = arguments.getLast();
        if (left.type().isTemporal() || right.type().isTemporal()) {
            return TemporalBinding.arithmetic(call, left, right);
        }
        left = numberFromText(left, call.arguments().getFirst(), right.type());
        right = numberFromText(right, call.arguments().getLast(), left.type());
        if (!isNumber(left) || !isNumber(right)) {
            throw Signature.mismatch(call, arguments);
        }
        return numeric(call, left, right);
    }

    /// A text literal beside a float is read as a float, as in DuckDB.
    private static BoundExpr numberFromText(BoundExpr bound, Expr expr, DataType beside) {
        boolean text = expr.unaliased() instanceof Expr.Literal && bound.type().equals(DataType.STRING);
        return text && beside.isFloating() ? Coercion.literalTo(bound, beside) : bound;
    }

    private static boolean isNumber(BoundExpr bound) {
        return bound.type().isNumeric() || bound.type().equals(DataType.NULL);
    }

    private static BoundExpr numeric(Expr.Call call, BoundExpr left, BoundExpr right) {
        DataType common = Coercion.commonType(List.of(left, right), call.arguments(), call);
        if (common.equals(DataType.NULL)) {
            common = DataType.INT32;
        }
        return switch (call.function()) {
            case DIVIDE -> divide(call, left, right, common);
            case INT_DIVIDE -> isWhole(common) ? same(call, left, right, common) : divide(call, left, right, common);
            case MULTIPLY ->
                common instanceof DecimalType ? decimalProduct(call, left, right) : same(call, left, right, common);
            case ADD, SUBTRACT ->
                common instanceof DecimalType decimal
                        ? same(call, left, right, sum(decimal))
                        : same(call, left, right, common);
            default -> same(call, left, right, common);
        };
    }

    /// Whole numbers of up to 64 bits at their common type.
    static BoundExpr bits(Expr.Call call, List<BoundExpr> arguments) {
        DataType common = Coercion.commonType(arguments, call.arguments(), call);
        DataType type = common.equals(DataType.NULL) ? DataType.INT32 : common;
        if (!type.isInteger()) {
            throw Signature.mismatch(call, arguments);
        }
        return same(call, arguments.getFirst(), arguments.getLast(), type);
    }

    private static boolean isWhole(DataType type) {
        return type.isInteger() || (type instanceof DecimalType decimal && decimal.scale() == 0);
    }

    private static BoundExpr same(Expr.Call call, BoundExpr left, BoundExpr right, DataType type) {
        return Signature.call(call, List.of(Coercion.to(left, type), Coercion.to(right, type)), type);
    }

    private static BoundExpr divide(Expr.Call call, BoundExpr left, BoundExpr right, DataType common) {
        DataType type = common.equals(DataType.FLOAT32) ? common : DataType.FLOAT64;
        return same(call, left, right, type);
    }

    /// One more digit before the point than the operands have.
    private static DecimalType sum(DecimalType common) {
        return DataType.decimal(Math.min(DecimalType.MAX_PRECISION, common.precision() + 1), common.scale());
    }

    private static BoundExpr decimalProduct(Expr.Call call, BoundExpr left, BoundExpr right) {
        DecimalType a = decimalOf(left);
        DecimalType b = decimalOf(right);
        List<BoundExpr> arguments = List.of(Coercion.to(left, a), Coercion.to(right, b));
        return Signature.call(call, arguments, product(call, a, b));
    }

    private static DecimalType decimalOf(BoundExpr bound) {
        return bound.type().equals(DataType.NULL) ? DataType.decimal(1, 0) : CommonType.asDecimal(bound.type());
    }

    private static DecimalType product(Expr.Call call, DecimalType a, DecimalType b) {
        int scale = a.scale() + b.scale();
        int precision = a.precision() + b.precision();
        if (scale > DecimalType.MAX_PRECISION) {
            throw new IllegalArgumentException(ExprText.brief(call) + " of " + a + " and " + b + " needs " + scale
                    + " digits after the point; a decimal has 38 at most. Cast one side to fewer, or to float64");
        }
        boolean fast = Math.max(a.precision(), b.precision()) <= FAST_PRECISION && scale < FAST_PRECISION;
        int most = fast ? FAST_PRECISION : DecimalType.MAX_PRECISION;
        return DataType.decimal(Math.min(most, precision), scale);
    }

    static BoundExpr unary(Expr.Call call, BoundExpr argument) {
        DataType type = argument.type();
        boolean span = type instanceof DataType.DurationType || type instanceof DataType.IntervalType;
        if (span && call.function() == Function.NEGATE) {
            return Signature.call(call, List.of(argument), type);
        }
        if (!isNumber(argument)) {
            throw Signature.refused(call, argument, call.arguments().getFirst(), "a number");
        }
        BoundExpr number = type.equals(DataType.NULL) ? Coercion.to(argument, DataType.INT32) : argument;
        DataType result = call.function() == Function.SIGN ? DataType.INT8 : number.type();
        return Signature.call(call, List.of(number), result);
    }
}
