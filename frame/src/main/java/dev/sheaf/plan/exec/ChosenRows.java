package dev.sheaf.plan.exec;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;

/// Rows chosen among those of a table, and which they are.
///
/// @param rows the chosen rows
/// @param places where they are in the table: a bool for each of its rows, true for the chosen ones, which have kept
///     their order; or the number of each chosen row, int32
public record ChosenRows(Table rows, Column places) implements AutoCloseable {
    @Override
    public void close() {
        try (places) {
            rows.close();
        }
    }
}
