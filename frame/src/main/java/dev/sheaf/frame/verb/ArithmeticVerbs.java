package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.function.BinaryOperator;

/// Values computed each from itself and a partner: one constant for all, or what another frame or series has
/// under the same label. A null on either side gives null.
public interface ArithmeticVerbs<F> {
    /// An expression of each value and its partner, a constant or what an `F` has there:
    /// `a.combine((x, y) -> call(Function.GREATEST, x, y), b)`. A label that one side lacks is null on that side.
    ///
    /// @throws IllegalArgumentException if the expression does not take their types
    F combine(BinaryOperator<Expr> expression, Object other);

    /// A function of each value and its partner, as [#combine(BinaryOperator, Object)].
    default F combine(Function function, Object other) {
        return combine((left, right) -> call(function, left, right), other);
    }

    /// As [#combine(Function, Object)] with a value in place of a null on one side; of two nulls the result is null.
    default F combine(Function function, Object other, Object fill) {
        return combine(
                (left, right) -> when(left.isNotNull().or(right.isNotNull()))
                        .then(call(function, coalesce(left, fill), coalesce(right, fill)))
                        .otherwise(null),
                other);
    }

    /// The values, and where one is null or not there what another has under the same label.
    default F combineFirst(F other) {
        return combine(Function.COALESCE, other);
    }

    /// Sums.
    default F plus(Object other) {
        return combine(Function.ADD, other);
    }

    /// Differences.
    default F minus(Object other) {
        return combine(Function.SUBTRACT, other);
    }

    /// Products.
    default F times(Object other) {
        return combine(Function.MULTIPLY, other);
    }

    /// Quotients as floating point.
    default F dividedBy(Object other) {
        return combine(Function.DIVIDE, other);
    }

    /// Remainders.
    default F mod(Object other) {
        return combine(Function.MODULO, other);
    }

    /// Powers.
    default F pow(Object other) {
        return combine(Function.POWER, other);
    }

    /// Whether values are equal; null where one is null, as in all comparisons.
    default F eq(Object other) {
        return combine(Function.EQUAL, other);
    }

    /// Whether values differ.
    default F ne(Object other) {
        return combine(Function.NOT_EQUAL, other);
    }

    /// Whether values are less.
    default F lt(Object other) {
        return combine(Function.LESS, other);
    }

    /// Whether values are less or equal.
    default F le(Object other) {
        return combine(Function.LESS_OR_EQUAL, other);
    }

    /// Whether values are greater.
    default F gt(Object other) {
        return combine(Function.GREATER, other);
    }

    /// Whether values are greater or equal.
    default F ge(Object other) {
        return combine(Function.GREATER_OR_EQUAL, other);
    }

    /// Whether both bools are true.
    default F and(F other) {
        return combine(Function.AND, other);
    }

    /// Whether one of two bools is true.
    default F or(F other) {
        return combine(Function.OR, other);
    }
}
