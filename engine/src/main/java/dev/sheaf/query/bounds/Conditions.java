package dev.sheaf.query.bounds;

import dev.sheaf.expr.Function;
import java.util.List;
import java.util.function.Predicate;

/// Which of true, false and null conditions may be, by what their arguments may be.
final class Conditions {
    private Conditions() {}

    /// `decisive` is the value that decides alone.
    static Span connective(List<Span> parts, boolean decisive) {
        boolean mayDecide = any(parts, part -> part.mayBe(decisive));
        boolean mayNot = parts.stream().allMatch(part -> part.mayBe(!decisive));
        boolean isDecided = any(parts, part -> !part.mayBeNull() && !part.mayBe(!decisive));
        boolean mayBeNull = !isDecided && any(parts, Span::mayBeNull);
        return decisive ? Span.truth(mayDecide, mayNot, mayBeNull) : Span.truth(mayNot, mayDecide, mayBeNull);
    }

    private static boolean any(List<Span> parts, Predicate<Span> test) {
        return parts.stream().anyMatch(test);
    }

    static Span not(Span truth) {
        return Span.truth(truth.mayBe(false), truth.mayBe(true), truth.mayBeNull());
    }

    /// A test that is never null.
    static Span test(Function function, Span argument) {
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

    private static Span known(boolean mayBeTrue, boolean mayBeFalse) {
        return Span.truth(mayBeTrue, mayBeFalse, false);
    }

    /// A comparison of two spans of one type.
    static Span comparison(Function function, Span a, Span b) {
        boolean less = a.mayBeLess(b);
        boolean equal = a.mayEqual(b);
        boolean greater = b.mayBeLess(a);
        boolean mayBeNull = a.mayBeNull() || b.mayBeNull();
        return switch (function) {
            case EQUAL -> Span.truth(equal, less || greater, mayBeNull);
            case NOT_EQUAL -> Span.truth(less || greater, equal, mayBeNull);
            case LESS -> Span.truth(less, equal || greater, mayBeNull);
            case LESS_OR_EQUAL -> Span.truth(less || equal, greater, mayBeNull);
            case GREATER -> Span.truth(greater, less || equal, mayBeNull);
            case GREATER_OR_EQUAL -> Span.truth(greater || equal, less, mayBeNull);
            default -> throw new AssertionError(function);
        };
    }

    /// Whether two spans of one type differ, nulls being equal to each other.
    static Span distinct(Span a, Span b) {
        boolean oneIsNull = (a.mayBeNull() && b.mayBeValid()) || (b.mayBeNull() && a.mayBeValid());
        boolean differ = a.mayBeLess(b) || b.mayBeLess(a);
        return known(oneIsNull || differ, a.mayEqual(b) || (a.mayBeNull() && b.mayBeNull()));
    }

    /// Whether one of the options equals the input.
    static Span in(Span input, List<Span> options) {
        boolean differs = options.stream().allMatch(option -> input.mayBeLess(option) || option.mayBeLess(input));
        boolean mayBeNull = !options.isEmpty() && (input.mayBeNull() || any(options, Span::mayBeNull));
        boolean mayBeFalse = (differs && input.mayBeValid()) || options.isEmpty();
        return Span.truth(any(options, input::mayEqual), mayBeFalse, mayBeNull);
    }
}
