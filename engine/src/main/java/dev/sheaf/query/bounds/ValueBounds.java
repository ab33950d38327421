package dev.sheaf.query.bounds;

import dev.sheaf.expr.Function;
import java.util.Optional;
import java.util.OptionalLong;

/// What is known of the values of one column in a block of rows. All values that are not null lie between `min`
/// and `max`, both included, Java objects as [dev.sheaf.column.Column#get] gives them. `mayHoldNan` tells that
/// floating bounds leave out NaNs, which are greater than all numbers, so that `max` says nothing of them.
public record ValueBounds(
        Optional<Object> min, Optional<Object> max, OptionalLong nullCount, long rows, boolean mayHoldNan) {

    /// Nothing but the number of rows.
    public static ValueBounds unknown(long rows) {
        return new ValueBounds(Optional.empty(), Optional.empty(), OptionalLong.empty(), rows, true);
    }

    /// The same without bounds of the values.
    public ValueBounds unbounded() {
        return new ValueBounds(Optional.empty(), Optional.empty(), nullCount, rows, mayHoldNan);
    }

    /// Whether some row may be null.
    public boolean mayBeNull() {
        return nullCount.orElse(1) > 0;
    }

    /// Whether some row may have a value.
    public boolean mayBeValid() {
        return nullCount.orElse(0) < rows;
    }

    /// Whether a comparison with a value may be true for some row: `column function value`.
    public boolean mayHold(Function function, Object value) {
        BoundValue.Order least = order(min, value);
        BoundValue.Order greatest = order(max, value);
        boolean allAtMostMax = !mayHoldNan;
        boolean never = switch (function) {
            case LESS -> least == BoundValue.Order.EQUAL || least == BoundValue.Order.GREATER;
            case LESS_OR_EQUAL -> least == BoundValue.Order.GREATER;
            case GREATER -> allAtMostMax && (greatest == BoundValue.Order.EQUAL || greatest == BoundValue.Order.LESS);
            case GREATER_OR_EQUAL -> allAtMostMax && greatest == BoundValue.Order.LESS;
            case EQUAL -> least == BoundValue.Order.GREATER || greatest == BoundValue.Order.LESS;
            case NOT_EQUAL -> allAtMostMax && least == BoundValue.Order.EQUAL && greatest == BoundValue.Order.EQUAL;
            default -> false;
        };
        return !never && mayBeValid();
    }

    private static BoundValue.Order order(Optional<Object> bound, Object value) {
        return bound.isPresent() ? BoundValue.compare(bound.get(), value) : BoundValue.Order.UNKNOWN;
    }
}
