package dev.sheaf.query;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/// What to read of a [Dataset]: which columns, a condition that lets the source skip parts, and which rows are
/// wanted soonest.
public record Scan(List<String> columns, Optional<Expr> filter, Optional<Lead> lead) {
    public Scan {
        columns = List.copyOf(columns);
    }

    /// The rows that come first by a column are wanted soonest, since they let whoever reads them leave out
    /// others. A source that knows where they are may give its batches in that order. `wanted` gives, for the
    /// number of a row, the condition so far of the rows from it on that are still wanted; others may be left
    /// out.
    public record Lead(String column, SortDirection direction, LongFunction<Optional<Expr>> wanted) {}

    /// A scan that wants no rows sooner than others.
    public Scan(List<String> columns, Optional<Expr> filter) {
        this(columns, filter, Optional.empty());
    }

    /// A scan of these columns in all rows.
    public static Scan of(List<String> columns) {
        return new Scan(columns, Optional.empty());
    }
}
