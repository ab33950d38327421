package dev.sheaf.jdbc;

import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Finds columns by their names, in any case; of several that differ in case only, the first one.
final class ColumnNames {
    private final List<String> names;
    private final Map<String, Integer> indexes = new HashMap<>();

    ColumnNames(Schema schema) {
        this.names = schema.names();
        for (int i = 0; i < names.size(); i++) {
            indexes.putIfAbsent(names.get(i).toLowerCase(Locale.ROOT), i + 1);
        }
    }

    /// The index of a column, from 1.
    ///
    /// @throws SQLException if there is none of the name
    int find(String label) throws SQLException {
        Integer index = indexes.get(label.toLowerCase(Locale.ROOT));
        if (index == null) {
            throw new SQLException(
                    "column \"" + label + "\" not found; columns: " + String.join(", ", names) + "."
                            + Names.didYouMean(label, names),
                    Errors.NO_COLUMN);
        }
        return index;
    }
}
