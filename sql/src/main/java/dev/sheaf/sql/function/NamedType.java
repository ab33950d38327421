package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import java.util.Optional;
import java.util.Set;

/// What a session means by the name of a type that it was given.
///
/// @param form which of its texts are read as those of a kind, if any are
/// @param names the names of types of the session that it is made of, in small letters
public record NamedType(DataType type, Optional<TextForm> form, Set<String> names) {
    /// A type that takes all its values, made of no other.
    public NamedType(DataType type) {
        this(type, Optional.empty(), Set.of());
    }
}
