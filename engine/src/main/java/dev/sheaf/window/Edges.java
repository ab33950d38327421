package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import java.util.Optional;

/// The bounds of a frame by value: for each row of the table the value of the one key of the order at which its frame
/// begins and ends. The columns have the type of the key. Stay the caller's.
public record Edges(Column key, SortDirection direction, Optional<Column> lower, Optional<Column> upper) {}
