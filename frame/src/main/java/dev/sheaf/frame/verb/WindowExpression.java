package dev.sheaf.frame.verb;

import dev.sheaf.expr.Expr;

/// A value for each row of a column from the rows before and behind it, for [WindowVerbs#windows].
@FunctionalInterface
public interface WindowExpression {
    /// An expression over the column and the window functions that it asks `windows` for.
    Expr of(Expr column, RowWindows windows);
}
