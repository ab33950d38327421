package dev.sheaf.sql.change;

import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;

/// A change of the rows of a table, names found and types checked. It is made at once or, if that fails, not at all.
interface RowChange {
    /// The table that is changed.
    Entry.Made made();

    /// Makes the change.
    ///
    /// @return how many rows it was
    /// @throws RuntimeException as queries; or if keys or NOT NULL of the table would be violated
    long count(QueryContext context);

    /// Makes the change.
    ///
    /// @return the rows that were added or taken out, or as they are after it, with the columns of the table; the
    ///     caller closes them
    /// @throws RuntimeException as [#count]
    Table rows(QueryContext context);
}
