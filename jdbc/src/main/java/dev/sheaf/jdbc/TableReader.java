package dev.sheaf.jdbc;

import dev.sheaf.column.Table;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The rows of a result as whole tables, column by column, without an object for each value.
///
/// ```java
/// TableReader tables = resultSet.unwrap(TableReader.class);
/// Table table;
/// while ((table = tables.next()) != null) {
///     try (table) { ... }
/// }
/// ```
/// It shares the place of its result set: rows that `ResultSet.next()` has passed do not come again.
public interface TableReader {

    /// The next rows, which the caller closes, or null when there are no more.
    ///
    /// @throws SQLException if the query fails or was cancelled, or the result set is closed
    @Nullable
    Table next() throws SQLException;
}
