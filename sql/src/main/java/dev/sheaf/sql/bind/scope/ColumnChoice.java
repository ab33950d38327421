package dev.sheaf.sql.bind.scope;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which column COLUMNS stands for at present. An expression that holds it is bound once for each column; every
/// COLUMNS in it means the same one.
public final class ColumnChoice {
    private @Nullable List<String> columns;
    private int index;

    /// The present column of those that match, which is decided when the expression is bound for the first time.
    ///
    /// @throws IllegalArgumentException if another COLUMNS of the expression matches other columns
    public String of(List<String> matching) {
        if (columns == null) {
            columns = matching;
        } else if (!columns.equals(matching)) {
            throw new IllegalArgumentException("all COLUMNS of an expression have to mean the same columns");
        }
        return matching.get(index);
    }

    /// The present column, if there is a COLUMNS.
    public Optional<String> current() {
        return columns == null ? Optional.empty() : Optional.of(columns.get(index));
    }

    /// Goes on to the next column.
    ///
    /// @return whether there is one
    public boolean next() {
        index++;
        return columns != null && index < columns.size();
    }
}
