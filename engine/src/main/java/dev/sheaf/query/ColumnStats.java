package dev.sheaf.query;

import java.util.Optional;
import java.util.OptionalLong;

/// What is known about one column without reading it. Every part may be unknown; what is given is true of every
/// row.
///
/// `min` and `max` are bounds, as the objects that [dev.sheaf.column.Row#get(int)] returns: no valid row lies
/// outside, and they need not occur. They are absent for floating columns that may hold NaN. `distinctCount` is
/// an upper bound on the number of distinct valid values.
public record ColumnStats(
        Optional<Object> min, Optional<Object> max, OptionalLong nullCount, OptionalLong distinctCount) {

    /// Nothing known.
    public static final ColumnStats UNKNOWN =
            new ColumnStats(Optional.empty(), Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
}
