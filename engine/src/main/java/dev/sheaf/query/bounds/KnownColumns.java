package dev.sheaf.query.bounds;

import org.jspecify.annotations.Nullable;

/// What is known of the columns of a block.
@FunctionalInterface
public interface KnownColumns {
    /// The bounds of a column; null if nothing is known of it.
    @Nullable
    ValueBounds of(String column);

    /// Whether a row of a column may have a value that is neither null nor NaN; true unless it is known that none has.
    default boolean mayHold(String column, Object value) {
        return true;
    }
}
