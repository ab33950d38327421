package dev.sheaf.window;

import dev.sheaf.column.Column;
import java.util.Optional;

/// What a [RunFunction] reads besides its runs, all of it the caller's: the values of the table's rows, those
/// `by` which one of them is chosen (also steps to it), one row of their type that stands for what lies outside of a
/// run, and bounds of frames.
public record RunInput(Optional<Column> values, Optional<Column> by, Optional<Column> fill, Optional<Edges> edges) {
    /// Nothing, for functions that number rows.
    public static final RunInput NONE = new RunInput(Optional.empty(), Optional.empty(), Optional.empty());

    /// Without values to choose by.
    public RunInput(Optional<Column> values, Optional<Column> fill, Optional<Edges> edges) {
        this(values, Optional.empty(), fill, edges);
    }

    /// Values alone.
    public static RunInput of(Column values) {
        return new RunInput(Optional.of(values), Optional.empty(), Optional.empty());
    }

    /// The values.
    ///
    /// @throws IllegalArgumentException if there are none
    Column column() {
        return values.orElseThrow(() -> new IllegalArgumentException("the function takes a column"));
    }

    /// The values to choose by.
    ///
    /// @throws IllegalArgumentException if there are none
    Column byColumn() {
        return by.orElseThrow(() -> new IllegalArgumentException("the function takes two columns"));
    }
}
