package dev.sheaf.query.bounds;

import dev.sheaf.expr.Function;
import java.util.List;

/// Which of true, false and null conditions may be, by what their arguments may be.
final class Conditions {
    private Conditions() {}

    /// `decisive` is the value that decides alone.
    static ValueRange connective(List<ValueRange> parts, boolean decisive) {
        boolean mayDecide = false;
        boolean mayNot = true;
        boolean isDecided = false;
        boolean mayBeNull = false;
        for (ValueRange part : parts) {
            mayDecide |= part.mayBe(decisive);
            mayNot &= part.mayBe(!decisive);
            isDecided |= !part.mayBeNull() && !part.mayBe(!decisive);
            mayBeNull |= part.mayBeNull();
        }
        return decisive
                ? ValueRange.truth(mayDecide, mayNot, mayBeNull && !isDecided)
                : ValueRange.truth(mayNot, mayDecide, mayBeNull && !isDecided);
    }

    static ValueRange not(ValueRange truth) {
        return ValueRange.truth(truth.mayBe(false), truth.mayBe(true), truth.mayBeNull());
    }

    /// A test that is never null.
    static ValueRange test(Function function, ValueRange argument) {
        return switch (function) {
            case IS_NULL -> known(argument.mayBeNull(), argument.mayBeValid());
            case IS_NOT_NULL -> known(argument.mayBeValid(), argument.mayBeNull());
            case IS_TRUE -> known(argument.mayBe(true), argument.mayBe(false) || argument.mayBeNull());
            case IS_NOT_TRUE -> known(argument.mayBe(false) || argument.mayBeNull(), argument.mayBe(true));
            case IS_FALSE -> known(argument.mayBe(false), argument.mayBe(true) || argument.mayBeNull());
            case IS_NOT_FALSE -> known(argument.mayBe(true) || argument.mayBeNull(), argument.mayBe(false));
            default -> throw new AssertionError(function);
        };
    }

    private static ValueRange known(boolean mayBeTrue, boolean mayBeFalse) {
        return ValueRange.truth(mayBeTrue, mayBeFalse, false);
    }

    /// A comparison of two spans of one type.
    static ValueRange comparison(Function function, ValueRange a, ValueRange b) {
        boolean less = a.mayBeLess(b);
        boolean equal = a.mayEqual(b);
        boolean greater = b.mayBeLess(a);
        boolean mayBeNull = a.mayBeNull() || b.mayBeNull();
        return switch (function) {
            case EQUAL -> ValueRange.truth(equal, less || greater, mayBeNull);
            case NOT_EQUAL -> ValueRange.truth(less || greater, equal, mayBeNull);
            case LESS -> ValueRange.truth(less, equal || greater, mayBeNull);
            case LESS_OR_EQUAL -> ValueRange.truth(less || equal, greater, mayBeNull);
            case GREATER -> ValueRange.truth(greater, less || equal, mayBeNull);
            case GREATER_OR_EQUAL -> ValueRange.truth(greater || equal, less, mayBeNull);
            default -> throw new AssertionError(function);
        };
    }

    /// Whether two spans of one type differ, nulls being equal to each other.
    static ValueRange distinct(ValueRange a, ValueRange b) {
        boolean oneIsNull = (a.mayBeNull() && b.mayBeValid()) || (b.mayBeNull() && a.mayBeValid());
        boolean differ = a.mayBeLess(b) || b.mayBeLess(a);
        return known(oneIsNull || differ, a.mayEqual(b) || (a.mayBeNull() && b.mayBeNull()));
    }

    /// Whether one of the options equals the input.
    static ValueRange in(ValueRange input, List<ValueRange> options) {
        boolean equals = false;
        boolean differs = true;
        boolean mayBeNull = !options.isEmpty() && input.mayBeNull();
        for (ValueRange option : options) {
            equals |= input.mayEqual(option);
            differs &= input.mayBeLess(option) || option.mayBeLess(input);
            mayBeNull |= option.mayBeNull();
        }
        boolean mayBeFalse = (differs && input.mayBeValid()) || options.isEmpty();
        return ValueRange.truth(equals, mayBeFalse, mayBeNull);
    }
}
