package dev.sheaf.sql.change;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.change.catalogue.Entry;
import java.util.function.UnaryOperator;

/// A change of the rows of a table, names found and types checked. It is made at once or, if that fails, not at all.
interface RowChange {
    /// The table that is changed.
    Entry.Made made();

    /// The columns of the rows that [#rows] gives away: those of the table, and what else is known of each row.
    default Schema given() {
        return made().table().schema();
    }

    /// Makes the change.
    ///
    /// @return how many rows it was
    /// @throws RuntimeException as queries; or if keys or NOT NULL of the table would be violated
    long count(QueryContext context);

    /// Makes the change unless `given` fails.
    ///
    /// @param given makes a table of the rows that are added or taken out, or as they are after the change, with
    ///     the columns of [#given]; asked before anything is stored
    /// @return what `given` made; the caller closes it
    /// @throws RuntimeException as [#count], or of `given`; then nothing has changed
    Table rows(UnaryOperator<Table> given, QueryContext context);
}
