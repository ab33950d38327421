package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;

/// Between which numbers the values of an expression of whole numbers lie, by the types of its columns and its
/// constants: `CAST(x AS BIGINT) * 3` of a column of 32 bits fits its type with bits to spare.
record IntegerRange(BigInteger least, BigInteger most) {
    /// The values of an expression whose type is whole numbers, if none is outside that type.
    static IntegerRange of(BoundExpr expr) {
        IntegerRange all = ofType((DataType.IntType) expr.type());
        IntegerRange range = switch (expr) {
            case BoundExpr.Constant(BigInteger value, var _) -> only(value);
            case BoundExpr.Constant(Number value, var _) -> only(BigInteger.valueOf(value.longValue()));
            case BoundExpr.Cast cast when isInteger(cast.input()) -> of(cast.input());
            case BoundExpr.Call call when isExactOf(call) -> computed(call);
            case BoundExpr.Column _,
                    BoundExpr.Constant _,
                    BoundExpr.Cast _,
                    BoundExpr.Call _,
                    BoundExpr.Lambda _,
                    BoundExpr.Applied _,
                    BoundExpr.Case _,
                    BoundExpr.In _ -> all;
        };
        return all.contains(range) ? range : all;
    }

    /// Whether arithmetic or a cast of whole numbers always has a result within its type.
    static boolean fits(BoundExpr expr) {
        if (!(expr.type() instanceof DataType.IntType type)) {
            return false;
        }
        return switch (expr) {
            case BoundExpr.Cast cast -> isInteger(cast.input()) && ofType(type).contains(of(cast.input()));
            case BoundExpr.Call call -> isExactOf(call) && ofType(type).contains(computed(call));
            case BoundExpr.Column _,
                    BoundExpr.Constant _,
                    BoundExpr.Lambda _,
                    BoundExpr.Applied _,
                    BoundExpr.Case _,
                    BoundExpr.In _ -> true;
        };
    }

    private static boolean isInteger(BoundExpr expr) {
        return expr.type() instanceof DataType.IntType;
    }

    /// Whether [#computed] knows the function, and all arguments are whole numbers.
    private static boolean isExactOf(BoundExpr.Call call) {
        boolean known = switch (call.function()) {
            case ADD, SUBTRACT, MULTIPLY, NEGATE, ABS, INT_DIVIDE, MODULO -> true;
            default -> false;
        };
        return known && call.arguments().stream().allMatch(IntegerRange::isInteger);
    }

    /// The results of arithmetic, whether its type holds them or not.
    private static IntegerRange computed(BoundExpr.Call call) {
        IntegerRange a = of(call.argument(0));
        IntegerRange b = of(call.arguments().getLast());
        return switch (call.function()) {
            case ADD -> new IntegerRange(a.least.add(b.least), a.most.add(b.most));
            case SUBTRACT -> new IntegerRange(a.least.subtract(b.most), a.most.subtract(b.least));
            case MULTIPLY ->
                spanning(List.of(
                        a.least.multiply(b.least),
                        a.least.multiply(b.most),
                        a.most.multiply(b.least),
                        a.most.multiply(b.most)));
            case NEGATE -> new IntegerRange(a.most.negate(), a.least.negate());
            case ABS -> new IntegerRange(BigInteger.ZERO, a.least.abs().max(a.most.abs()));
            case INT_DIVIDE -> b.least.signum() < 0 ? a.towardsZero().orNegated() : a.towardsZero();
            case MODULO -> a.towardsZero();
            default -> throw new AssertionError(call.function());
        };
    }

    /// With all numbers between those of this and 0.
    private IntegerRange towardsZero() {
        return new IntegerRange(least.min(BigInteger.ZERO), most.max(BigInteger.ZERO));
    }

    /// With all these numbers negated.
    private IntegerRange orNegated() {
        return new IntegerRange(least.min(most.negate()), most.max(least.negate()));
    }

    private static IntegerRange spanning(List<BigInteger> ends) {
        return new IntegerRange(
                ends.stream().reduce(BigInteger::min).orElseThrow(),
                ends.stream().reduce(BigInteger::max).orElseThrow());
    }

    private static IntegerRange only(BigInteger value) {
        return new IntegerRange(value, value);
    }

    private static IntegerRange ofType(DataType.IntType type) {
        BigInteger values = BigInteger.TWO.pow(type.bits());
        return type.signed()
                ? new IntegerRange(
                        values.shiftRight(1).negate(), values.shiftRight(1).subtract(BigInteger.ONE))
                : new IntegerRange(BigInteger.ZERO, values.subtract(BigInteger.ONE));
    }

    private boolean contains(IntegerRange other) {
        return Stream.of(other.least, other.most)
                .allMatch(end -> end.compareTo(least) >= 0 && end.compareTo(most) <= 0);
    }
}
