package dev.sheaf.query;

import dev.sheaf.column.Schema;

/// Rows that can be scanned again and again: a set of files, or a table in memory.
public interface Dataset {

    /// The schema of all columns.
    Schema schema();

    /// What is known about the rows without scanning them; nothing, unless an implementation says more.
    default SourceStats stats() {
        return SourceStats.UNKNOWN;
    }

    /// One line that says what this is, for `explain` and errors: `orders.parquet (24 row groups)`.
    String describe();

    /// Starts a scan. The batches have the columns of the scan in its order.
    ///
    /// The filter of the scan is a hint: the source may leave out rows for which it is not true, in whole row
    /// groups or one by one, and may keep some; the caller filters what it gets.
    ///
    /// @throws IllegalArgumentException if a column is not there
    BatchSource scan(Scan scan, QueryContext context);
}
