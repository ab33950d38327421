package dev.sheaf.sql.bind.scope;

import java.util.Optional;

/// What is known of a column of a table besides its name and type.
///
/// @param notNull whether it takes no nulls
/// @param primary whether it is one of the primary key
/// @param unique whether it is a key by itself
/// @param otherwise its default, as SQL
/// @param collation how its values are compared, if not as they are
public record ColumnFacts(
        boolean notNull, boolean primary, boolean unique, Optional<String> otherwise, Optional<Collation> collation) {
    /// Of a column of which nothing is known.
    public static final ColumnFacts NONE = new ColumnFacts(false, false, false, Optional.empty(), Optional.empty());
}
