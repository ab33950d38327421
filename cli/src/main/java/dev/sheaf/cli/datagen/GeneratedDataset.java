package dev.sheaf.cli.datagen;

import java.util.List;

/// A table made of columns that are generated while it is scanned.
///
/// @param title what it is, for `explain` and errors
public record GeneratedDataset(String title, long rows, List<GeneratedColumn> columns) implements GeneratedTable {
    /// @throws IllegalArgumentException if `rows` is negative
    public GeneratedDataset {
        GeneratedTable.checkRows("generated rows", rows);
        columns = List.copyOf(columns);
    }
}
