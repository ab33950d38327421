package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import java.util.Optional;

/// What a session means by the name of a type that it was given.
///
/// @param form which of its texts are read as those of a kind, if any are
public record NamedType(DataType type, Optional<TextForm> form) {
    /// A type that takes all its values.
    public NamedType(DataType type) {
        this(type, Optional.empty());
    }
}
