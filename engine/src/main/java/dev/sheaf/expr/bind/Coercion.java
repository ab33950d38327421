package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprText;
import dev.sheaf.expr.value.Casts;
import dev.sheaf.expr.value.CommonType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes out implied conversions, and refuses where there is none.
final class Coercion {
    private static final int PASSES = 3;

    private Coercion() {}

    /// A condition: bool, or NULL, which then is a bool.
    static BoundExpr condition(BoundExpr bound, Expr expr) {
        if (bound.type().equals(DataType.BOOL) || bound.isUntypedNull()) {
            return to(bound, DataType.BOOL);
        }
        throw new IllegalArgumentException(
                "a condition is a bool, not " + Signature.operand(bound, expr) + "; compare it with something");
    }

    /// The expression as `type`, by an implied cast if it has another one.
    static BoundExpr to(BoundExpr bound, DataType type) {
        if (bound.type().equals(type)) {
            return bound;
        }
        if (bound.isNull() || bound.isUntypedNull()) {
            return new BoundExpr.Constant(null, type);
        }
        return Constants.fold(new BoundExpr.Cast(bound, type, false, text(bound, type)));
    }

    private static String text(BoundExpr bound, DataType type) {
        return "cast(" + BoundText.of(bound) + " as " + type + ")";
    }

    /// A cast that the user wrote.
    static BoundExpr explicit(BoundExpr bound, DataType type, boolean lenient, String text) {
        if (bound.isUntypedNull() || bound.type().equals(type)) {
            return to(bound, type);
        }
        if (!Casts.exist(bound.type(), type)) {
            throw new IllegalArgumentException(
                    "there is no conversion from " + bound.type() + " to " + type + ": " + text);
        }
        return Constants.fold(new BoundExpr.Cast(bound, type, lenient, text));
    }

    /// All expressions as their common type; `whole` is what mixes them.
    static List<BoundExpr> toCommon(List<BoundExpr> bound, List<Expr> exprs, Expr whole) {
        DataType type = commonType(bound, exprs, whole);
        List<BoundExpr> converted = new ArrayList<>();
        for (int i = 0; i < bound.size(); i++) {
            converted.add(isLiteral(exprs.get(i)) ? literalTo(bound.get(i), type) : to(bound.get(i), type));
        }
        return converted;
    }

    /// The common type: what columns and computed values ask for first, then literals adapt to that.
    static DataType commonType(List<BoundExpr> bound, List<Expr> exprs, Expr whole) {
        DataType type = DataType.NULL;
        int decider = 0;
        for (int pass = 0; pass < PASSES; pass++) {
            for (int i = 0; i < bound.size(); i++) {
                BoundExpr next = bound.get(i);
                boolean literal = isLiteral(exprs.get(i));
                if (pass(next, literal) != pass || (literal && fits(next, type)) || next.isUntypedNull()) {
                    continue;
                }
                Optional<DataType> common = CommonType.of(type, next.type());
                if (common.isEmpty()) {
                    throw new IllegalArgumentException(
                            "cannot mix " + Signature.operand(bound.get(decider), exprs.get(decider)) + " and "
                                    + Signature.operand(next, exprs.get(i)) + " in " + ExprText.brief(whole)
                                    + "; cast one of them");
                }
                decider = common.get().equals(type) ? decider : i;
                type = common.get();
            }
        }
        return type;
    }

    private static boolean isLiteral(Expr expr) {
        return expr.unaliased() instanceof Expr.Literal;
    }

    /// Columns and computed values decide first, then numbers, then text.
    private static int pass(BoundExpr bound, boolean literal) {
        return !literal ? 0 : bound.type().equals(DataType.STRING) ? 2 : 1;
    }

    /// Whether a literal becomes a value of `type` without changing it.
    private static boolean fits(BoundExpr bound, DataType type) {
        if (type.equals(DataType.NULL) || !(bound instanceof BoundExpr.Constant(Object value, DataType own))) {
            return false;
        }
        if (type instanceof DataType.CategoryType category) {
            return own.equals(category.values()) || fits(bound, category.values());
        }
        if (own.equals(DataType.STRING)) {
            return Casts.exist(DataType.STRING, type);
        }
        return value instanceof Number number
                && own instanceof IntType
                && type instanceof IntType integer
                && fits(new BigInteger(number.toString()), integer);
    }

    private static boolean fits(BigInteger value, IntType type) {
        return type.signed()
                ? value.bitLength() < type.bits()
                : value.signum() >= 0 && value.bitLength() <= type.bits();
    }

    /// As [#to], but a text literal that does not convert is a bad request, not a matter for later.
    static BoundExpr literalTo(BoundExpr bound, DataType type) {
        BoundExpr converted = to(bound, type);
        boolean isRead = bound.type().equals(DataType.STRING) || type instanceof DataType.CategoryType;
        if (!converted.isConstant() && isRead) {
            throw new IllegalArgumentException("cannot read " + BoundText.of(bound) + " as " + type);
        }
        return converted;
    }
}
