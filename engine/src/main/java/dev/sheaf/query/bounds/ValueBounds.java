package dev.sheaf.query.bounds;

import java.util.Optional;
import java.util.OptionalLong;

/// What is known of the values of one column in a block of rows. All values that are not null lie between `min`
/// and `max`, both included, Java objects as [dev.sheaf.column.Column#get] gives them. `mayHoldNan` tells that
/// floating bounds leave out NaNs, which are greater than all numbers, so that `max` says nothing of them.
/// `lengths` says how long texts are.
public record ValueBounds(
        Optional<Object> min,
        Optional<Object> max,
        OptionalLong nullCount,
        long rows,
        boolean mayHoldNan,
        TextLengths lengths) {

    /// Of texts of any length.
    public ValueBounds(
            Optional<Object> min, Optional<Object> max, OptionalLong nullCount, long rows, boolean mayHoldNan) {
        this(min, max, nullCount, rows, mayHoldNan, TextLengths.UNKNOWN);
    }

    /// Nothing but the number of rows.
    public static ValueBounds unknown(long rows) {
        return new ValueBounds(Optional.empty(), Optional.empty(), OptionalLong.empty(), rows, true);
    }

    /// The same without bounds of the values.
    public ValueBounds unbounded() {
        return new ValueBounds(Optional.empty(), Optional.empty(), nullCount, rows, mayHoldNan, lengths);
    }

    /// Whether some row may be null.
    public boolean mayBeNull() {
        return nullCount.orElse(1) > 0;
    }

    /// Whether some row may have a value.
    public boolean mayBeValid() {
        return nullCount.orElse(0) < rows;
    }
}
