package dev.sheaf.plan;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;

/// One key of a sort: an expression and the direction in which its values run.
public record SortKey(Expr expr, SortDirection direction) {

    /// Rising, nulls last.
    public static SortKey ascending(Expr expr) {
        return new SortKey(expr.unaliased(), SortDirection.ASCENDING);
    }

    /// A column rising, nulls last.
    public static SortKey ascending(String column) {
        return ascending(col(column));
    }

    /// Falling, nulls last.
    public static SortKey descending(Expr expr) {
        return new SortKey(expr.unaliased(), SortDirection.DESCENDING);
    }

    /// A column falling, nulls last.
    public static SortKey descending(String column) {
        return descending(col(column));
    }

    /// The same with nulls before all values.
    public SortKey nullsFirst() {
        return new SortKey(expr, new SortDirection(direction.descending(), true));
    }

    /// The same with nulls after all values.
    public SortKey nullsLast() {
        return new SortKey(expr, new SortDirection(direction.descending(), false));
    }

    /// As SQL writes it: `price desc nulls first`.
    @Override
    public String toString() {
        return expr.outputName()
                + (direction.descending() ? " desc" : "")
                + (direction.nullsFirst() ? " nulls first" : "");
    }
}
