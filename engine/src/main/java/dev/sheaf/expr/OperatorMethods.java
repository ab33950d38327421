package dev.sheaf.expr;

import java.util.Arrays;

/// Operators as methods of their first operand: `col("price").times(2)`. What is no expression becomes a constant.
public sealed interface OperatorMethods permits Expr {

    private Expr call(Function function) {
        return Expressions.call(function, this);
    }

    private Expr call(Function function, Object other) {
        return Expressions.call(function, this, other);
    }

    /// This plus `other`.
    default Expr plus(Object other) {
        return call(Function.ADD, other);
    }

    /// This minus `other`.
    default Expr minus(Object other) {
        return call(Function.SUBTRACT, other);
    }

    /// This times `other`.
    default Expr times(Object other) {
        return call(Function.MULTIPLY, other);
    }

    /// This divided by `other`, as floating point: SQL's `/` in DuckDB, so that 1 / 0 is infinity.
    default Expr dividedBy(Object other) {
        return call(Function.DIVIDE, other);
    }

    /// The remainder of this divided by `other`, with the sign of this; null where `other` is 0
    /// (NaN for floats).
    default Expr mod(Object other) {
        return call(Function.MODULO, other);
    }

    /// This to the power `other`, as float64.
    default Expr pow(Object other) {
        return call(Function.POWER, other);
    }

    /// This with the other sign.
    default Expr negate() {
        return call(Function.NEGATE);
    }

    /// Whether this equals `other`.
    default Expr eq(Object other) {
        return call(Function.EQUAL, other);
    }

    /// Whether this differs from `other`.
    default Expr ne(Object other) {
        return call(Function.NOT_EQUAL, other);
    }

    /// Whether this is less than `other`.
    default Expr lt(Object other) {
        return call(Function.LESS, other);
    }

    /// Whether this is at most `other`.
    default Expr le(Object other) {
        return call(Function.LESS_OR_EQUAL, other);
    }

    /// Whether this is greater than `other`.
    default Expr gt(Object other) {
        return call(Function.GREATER, other);
    }

    /// Whether this is at least `other`.
    default Expr ge(Object other) {
        return call(Function.GREATER_OR_EQUAL, other);
    }

    /// Whether this lies between two bounds, both included.
    default Expr between(Object low, Object high) {
        return ge(low).and(le(high));
    }

    /// Whether this equals one of the options.
    default Expr in(Object... options) {
        return new Expr.In(
                (Expr) this, Arrays.stream(options).map(Expressions::expr).toList());
    }

    /// Both; with SQL's three values.
    default Expr and(Expr other) {
        return call(Function.AND, other);
    }

    /// Either; with SQL's three values.
    default Expr or(Expr other) {
        return call(Function.OR, other);
    }

    /// The opposite; null stays null.
    default Expr not() {
        return call(Function.NOT);
    }

    /// Whether this is null.
    default Expr isNull() {
        return call(Function.IS_NULL);
    }

    /// Whether this is not null.
    default Expr isNotNull() {
        return call(Function.IS_NOT_NULL);
    }

    /// Whether this text matches an SQL pattern of `%` and `_`.
    default Expr like(String pattern) {
        return call(Function.LIKE, pattern);
    }
}
