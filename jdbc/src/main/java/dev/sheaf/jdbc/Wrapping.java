package dev.sheaf.jdbc;

import org.jspecify.annotations.Nullable;

/// What stands behind an interface of JDBC.
interface Wrapping {

    /// What `unwrap` gives for a class, or null if it gives nothing.
    @Nullable
    Object unwrapped(Class<?> type);
}
