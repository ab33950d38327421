package dev.sheaf.sql.join;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows of two plans side by side: the first with the first, the second with the second, and nulls beside those
/// that one plan has more. Both are numbered and joined by their numbers.
public final class PositionalRows {
    private PositionalRows() {}

    /// @param left and right have no column in common
    public static LogicalPlan of(LogicalPlan left, LogicalPlan right) {
        List<String> columns = new ArrayList<>(left.schema().names());
        columns.addAll(right.schema().names());
        UniqueNames names = new UniqueNames(columns);
        String first = names.unique("row");
        String second = names.unique("row");
        LogicalPlan joined = new LogicalPlan.Join(
                NumberedRows.of(left, first),
                NumberedRows.of(right, second),
                JoinKind.FULL,
                List.of(JoinKey.on(first, second)),
                Optional.empty());
        List<Expr> kept = new ArrayList<>();
        columns.forEach(column -> kept.add(col(column)));
        return new LogicalPlan.Project(joined, kept);
    }
}
