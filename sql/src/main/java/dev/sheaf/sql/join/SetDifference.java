package dev.sheaf.sql.join;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// INTERSECT and EXCEPT as semi and anti joins on all columns, nulls being equal. With ALL the n-th of equal rows meets
/// the n-th on the other side, by numbers that both sides get.
public final class SetDifference {
    private SetDifference() {}

    /// The rows of the left side that are on the right side too (SEMI), or not (ANTI); each once unless `all`. Both
    /// sides have the same columns.
    public static LogicalPlan of(LogicalPlan left, LogicalPlan right, JoinKind kind, boolean all) {
        List<String> names = left.schema().names();
        LogicalPlan first = all ? numbered(left) : new LogicalPlan.Distinct(left);
        LogicalPlan second = all ? numbered(right) : right;
        List<JoinKey> keys = new ArrayList<>();
        List<Expr> renamed = new ArrayList<>();
        UniqueNames unique = new UniqueNames(first.schema().names());
        for (int i = 0; i < first.schema().size(); i++) {
            String own = second.schema().names().get(i);
            String other = unique.unique(own);
            renamed.add(col(own).as(other));
            keys.add(new JoinKey(col(first.schema().names().get(i)), col(other), true));
        }
        LogicalPlan joined = new LogicalPlan.Join(first, new Project(second, renamed), kind, keys, Optional.empty());
        return all
                ? new Project(
                        joined, names.stream().<Expr>map(name -> col(name)).toList())
                : joined;
    }

    /// The rows and how many equal ones stand before each.
    private static LogicalPlan numbered(LogicalPlan plan) {
        List<String> names = plan.schema().names();
        List<Expr> columns = names.stream().<Expr>map(name -> col(name)).toList();
        String number = new UniqueNames(names).unique("row_number()");
        return new LogicalPlan.Window(
                plan, List.of(new WindowCall(number, new WindowFunction.RowNumber(), columns, List.of())));
    }
}
