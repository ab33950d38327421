package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What the values of an expression may be for the rows of a block: those that are neither null nor NaN lie
/// between `least` and `most`, as far as these are known, both included.
///
/// @param members tells of a single value whether it may be one of them
record ValueRange(
        Optional<Object> least,
        Optional<Object> most,
        boolean mayBeNull,
        boolean mayBeValid,
        boolean mayBeNan,
        TextLengths lengths,
        Predicate<Object> members) {
    private static final Predicate<Object> ANY_MEMBER = _ -> true;

    /// Anything.
    static final ValueRange ANY =
            new ValueRange(Optional.empty(), Optional.empty(), true, true, true, TextLengths.UNKNOWN);

    /// Nothing but null.
    static final ValueRange NULL = ANY.withNulls(true, false);

    /// Of which single values nothing is known.
    ValueRange(
            Optional<Object> least,
            Optional<Object> most,
            boolean mayBeNull,
            boolean mayBeValid,
            boolean mayBeNan,
            TextLengths lengths) {
        this(least, most, mayBeNull, mayBeValid, mayBeNan, lengths, ANY_MEMBER);
    }

    static ValueRange of(ValueBounds bounds, Predicate<Object> members) {
        return new ValueRange(
                bounds.min(),
                bounds.max(),
                bounds.mayBeNull(),
                bounds.mayBeValid(),
                bounds.mayHoldNan(),
                bounds.lengths(),
                members);
    }

    /// Of a constant.
    static ValueRange of(@Nullable Object value, DataType type) {
        if (value == null) {
            return NULL;
        }
        boolean nan = value instanceof Number number && Double.isNaN(number.doubleValue());
        if (nan || type instanceof DataType.CategoryType) {
            return ANY.withNulls(false, true);
        }
        TextLengths lengths = value instanceof String text ? TextLengths.of(text) : TextLengths.UNKNOWN;
        return new ValueRange(Optional.of(value), Optional.of(value), false, true, false, lengths);
    }

    /// Numbers or texts without NaN, none of them null.
    static ValueRange between(Object least, Object most) {
        return new ValueRange(Optional.of(least), Optional.of(most), false, true, false, TextLengths.UNKNOWN);
    }

    /// Of a condition.
    static ValueRange truth(boolean mayBeTrue, boolean mayBeFalse, boolean mayBeNull) {
        return mayBeTrue || mayBeFalse ? between(!mayBeFalse, mayBeTrue).withNulls(mayBeNull, true) : NULL;
    }

    /// Whether a condition may have a value.
    boolean mayBe(boolean value) {
        Optional<Object> end = value ? most : least;
        return mayBeValid && (end.isEmpty() || end.get().equals(value));
    }

    /// Whether a condition is true for all rows.
    boolean isAlwaysTrue() {
        return !mayBeNull && !mayBe(false);
    }

    ValueRange withNulls(boolean nulls, boolean values) {
        return new ValueRange(least, most, nulls, values, mayBeNan, lengths, members);
    }

    ValueRange with(TextLengths others) {
        return new ValueRange(least, most, mayBeNull, mayBeValid, mayBeNan, others, members);
    }

    /// Values that lie in either.
    ValueRange or(ValueRange other) {
        if (!mayBeValid || !other.mayBeValid) {
            return (mayBeValid ? this : other).withNulls(mayBeNull || other.mayBeNull, mayBeValid || other.mayBeValid);
        }
        return new ValueRange(
                end(least, other.least, BoundValue.Order.LESS),
                end(most, other.most, BoundValue.Order.GREATER),
                mayBeNull || other.mayBeNull,
                true,
                mayBeNan || other.mayBeNan,
                lengths.or(other.lengths));
    }

    /// The one of two ends that lies farther out.
    private static Optional<Object> end(Optional<Object> a, Optional<Object> b, BoundValue.Order outside) {
        if (a.isEmpty() || b.isEmpty()) {
            return Optional.empty();
        }
        BoundValue.Order order = BoundValue.compare(a.get(), b.get());
        return order == BoundValue.Order.UNKNOWN ? Optional.empty() : order == outside ? a : b;
    }

    /// Whether a value of this may be less than one of another span of the same type.
    boolean mayBeLess(ValueRange other) {
        boolean never = least.isPresent()
                && other.most.isPresent()
                && !other.mayBeNan
                && isAtMost(other.most.get(), least.get());
        return mayBeValid && other.mayBeValid && !never;
    }

    /// Whether a value of this may equal one of another span of the same type.
    boolean mayEqual(ValueRange other) {
        if (!mayBeValid || !other.mayBeValid || (mayBeNan && other.mayBeNan)) {
            return mayBeValid && other.mayBeValid;
        }
        boolean apart = isBelow(other) || other.isBelow(this) || !lengths.mayEqual(other.lengths);
        return !apart && mayHold(other) && other.mayHold(this);
    }

    /// Whether a value of another span may be one of the members, if it has only one.
    private boolean mayHold(ValueRange other) {
        boolean isOne = !other.mayBeNan && other.least.isPresent() && other.least.equals(other.most);
        return !isOne || members.test(other.least.orElseThrow());
    }

    private boolean isBelow(ValueRange other) {
        return most.isPresent()
                && other.least.isPresent()
                && BoundValue.compare(most.get(), other.least.get()) == BoundValue.Order.LESS;
    }

    private static boolean isAtMost(Object a, Object b) {
        return switch (BoundValue.compare(a, b)) {
            case LESS, EQUAL -> true;
            case GREATER, UNKNOWN -> false;
        };
    }

    /// Whether all numbers have the same sign, none being 0.
    boolean excludesZero() {
        return !mayBeNan
                && least.isPresent()
                && most.isPresent()
                && least.get() instanceof Number a
                && most.get() instanceof Number b
                && (a.doubleValue() > 0 || b.doubleValue() < 0);
    }
}
