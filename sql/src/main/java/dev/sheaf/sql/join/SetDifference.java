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
import java.util.function.BiFunction;

/// INTERSECT and EXCEPT as semi and anti joins on all columns, nulls being equal. With ALL the n-th of equal rows meets
/// the n-th on the other side, by numbers that both sides get.
public final class SetDifference {
    private SetDifference() {}

    /// The rows of the left side that are on the right side too (SEMI), or not (ANTI); each once unless `all`. Both
    /// sides have the same columns.
    ///
    /// @param keys what stands for a value where rows are compared, by the name of its column on the left
    public static LogicalPlan of(
            LogicalPlan left, LogicalPlan right, JoinKind kind, boolean all, BiFunction<String, Expr, Expr> keys) {
        List<String> names = left.schema().names();
        LogicalPlan first = all ? numbered(left, left, keys) : new LogicalPlan.Distinct(left);
        LogicalPlan second = all ? numbered(right, left, keys) : right;
        List<JoinKey> pairs = new ArrayList<>();
        List<Expr> renamed = new ArrayList<>();
        UniqueNames unique = new UniqueNames(first.schema().names());
        for (int i = 0; i < first.schema().size(); i++) {
            String own = second.schema().names().get(i);
            String other = unique.unique(own);
            renamed.add(col(own).as(other));
            String name = first.schema().names().get(i);
            pairs.add(new JoinKey(keys.apply(name, col(name)), keys.apply(name, col(other)), true));
        }
        LogicalPlan joined = new LogicalPlan.Join(first, new Project(second, renamed), kind, pairs, Optional.empty());
        return all
                ? new Project(
                        joined, names.stream().<Expr>map(name -> col(name)).toList())
                : joined;
    }

    /// The rows and how many equal ones stand before each.
    private static LogicalPlan numbered(LogicalPlan plan, LogicalPlan left, BiFunction<String, Expr, Expr> keys) {
        List<String> names = plan.schema().names();
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(keys.apply(left.schema().names().get(i), col(names.get(i))));
        }
        String number = new UniqueNames(names).unique("row_number()");
        return new LogicalPlan.Window(
                plan, List.of(new WindowCall(number, new WindowFunction.RowNumber(), columns, List.of())));
    }
}
