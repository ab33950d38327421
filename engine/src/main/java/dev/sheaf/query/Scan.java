package dev.sheaf.query;

import dev.sheaf.expr.Expr;
import java.util.List;
import java.util.Optional;

/// What to read of a [Dataset]: which columns, and a condition that lets the source skip parts.
public record Scan(List<String> columns, Optional<Expr> filter) {
    public Scan {
        columns = List.copyOf(columns);
    }

    /// A scan of these columns in all rows.
    public static Scan of(List<String> columns) {
        return new Scan(columns, Optional.empty());
    }
}
