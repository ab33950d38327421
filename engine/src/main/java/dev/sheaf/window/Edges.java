package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import java.util.Optional;

/// The bounds of a frame that each row has for itself. By value, of [Frame.Edge]: the value of the one key of the
/// order at which its frame begins and ends; the columns have the type of the key. By number, of [Frame.Steps]: int64
/// without a key. Stay the caller's.
public record Edges(Optional<Column> key, SortDirection direction, Optional<Column> lower, Optional<Column> upper) {}
