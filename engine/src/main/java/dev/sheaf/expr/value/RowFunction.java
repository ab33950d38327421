package dev.sheaf.expr.value;

import org.jspecify.annotations.Nullable;

/// A function of the values of one row, as Java objects: texts, Longs, LocalDateTimes. What it makes of constant
/// arguments, such as a pattern, it keeps.
@FunctionalInterface
public interface RowFunction {

    /// The value for arguments without a null.
    ///
    /// @throws IllegalArgumentException if they do not fit
    @Nullable
    Object apply(Object[] arguments);
}
