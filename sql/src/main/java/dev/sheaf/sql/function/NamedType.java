package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import java.util.Optional;

/// What a session means by the name of a type that it was given.
///
/// @param kind what its texts are read as, if not any
public record NamedType(DataType type, Optional<TextKind> kind) {
    /// A type that takes all its values.
    public NamedType(DataType type) {
        this(type, Optional.empty());
    }
}
