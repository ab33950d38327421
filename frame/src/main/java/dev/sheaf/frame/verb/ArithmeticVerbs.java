package dev.sheaf.frame.verb;

import dev.sheaf.expr.Function;

/// Values computed each from itself and a partner: one constant for all, or what another frame or series has
/// under the same label. A null on either side gives null.
public interface ArithmeticVerbs<F> {
    /// A function of each value and its partner: a constant, or an `F`. A label that one side lacks gives null.
    ///
    /// @throws IllegalArgumentException if the function does not take their types
    F combine(Function function, Object other);

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
