package dev.sheaf.query;

import dev.sheaf.column.Table;

/// A [Table] of a stream and its place in it. Closing the batch closes the table.
///
/// `firstRow` orders batches: every row of a stream has the ordinal `firstRow + row`, unique, and rising in the
/// stream's row order. For files and tables the ordinal is the row number. Operators that drop rows keep
/// ordinals rising and may leave gaps. Batches may arrive in any order; whoever needs the stream's order sorts
/// by `firstRow`.
public record Batch(Table table, long firstRow) implements AutoCloseable {

    /// The number of rows.
    public long rowCount() {
        return table.rowCount();
    }

    @Override
    public void close() {
        table.close();
    }
}
