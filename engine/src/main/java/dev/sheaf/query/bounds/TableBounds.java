package dev.sheaf.query.bounds;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The bounds of a table's columns by block of rows, kept as long as the table is known. Thread-safe.
///
/// Nothing is known at first but which columns have no nulls. A column whose bounds a second scan asks for will
/// be asked for again, more likely than not. From then on the bounds of a block are made when a thread is about
/// to read it, by a pass over its rows. A table that is scanned once costs nothing.
///
/// Memory: some 200 bytes for a block of a column, a thousandth of what its values take; the pool does not
/// count them.
public final class TableBounds {
    private final Map<String, ColumnBounds> columns = new ConcurrentHashMap<>();

    /// Of a table of which nothing is known yet.
    public TableBounds() {}

    /// The bounds of a column; those in blocks of other sizes are forgotten.
    ColumnBounds column(String name, int blocks, int blockRows) {
        return columns.compute(
                name,
                (_, before) -> before != null && before.isInBlocksOf(blockRows)
                        ? before
                        : new ColumnBounds(blocks, blockRows));
    }
}
