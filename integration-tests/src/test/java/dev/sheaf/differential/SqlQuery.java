package dev.sheaf.differential;

import java.util.List;

/// A generated query: its text, its columns, and the columns by which it is ordered.
record SqlQuery(String text, List<SqlColumn> columns, List<SortSpec> order) {

    /// One column of an ORDER BY: its position from 0, and the order as written.
    record SortSpec(int column, boolean descending, boolean nullsFirst) {}

    /// The same rows in no order.
    SqlQuery unordered(String newText) {
        return new SqlQuery(newText, columns, List.of());
    }
}
