package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.verb.RowWindows;
import dev.sheaf.frame.verb.WindowExpression;
import dev.sheaf.plan.LogicalPlan;
import java.util.List;

/// Values computed from the rows before and behind each row: one window operator, and the expressions over what it
/// gives.
public final class RowComputation {
    private RowComputation() {}

    /// The values of an expression of each of some columns, over all rows or over those that agree in some keys, under
    /// the names and the index that they have.
    public static Frame of(Frame frame, List<Expr> keys, List<String> columns, WindowExpression expression) {
        RowWindows windows = windows(frame, keys);
        return of(
                frame,
                windows,
                columns.stream()
                        .map(name -> expression.of(col(name), windows).as(name))
                        .toList());
    }

    /// Window functions over all rows or over those that agree in some keys.
    public static RowWindows windows(Frame frame, List<Expr> keys) {
        return new RowWindows(keys.stream().map(Expr::unaliased).toList(), frame.columns()::contains);
    }

    /// The values of expressions over columns and the window functions that were asked for, row by row, with the index
    /// as it is.
    public static Frame of(Frame frame, RowWindows windows, List<Expr> results) {
        return frame.rowwise(plan -> new LogicalPlan.Project(windows.over(plan), results));
    }

    /// The rows for which a condition over columns and window functions is true.
    public static Frame filtered(Frame frame, RowWindows windows, Expr condition) {
        return frame.run(plan -> new LogicalPlan.Project(
                new LogicalPlan.Filter(windows.over(plan), condition),
                plan.schema().names().stream().map(Expressions::col).toList()));
    }
}
