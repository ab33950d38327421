package dev.sheaf.sql.bind.from;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import java.util.List;
import java.util.stream.IntStream;

/// The columns of a result.
public final class Columns {
    private Columns() {}

    /// The columns over a plan; the plan itself if it has just these.
    public static LogicalPlan over(LogicalPlan input, List<Expr> columns) {
        List<String> names = input.schema().names();
        boolean isInput = !columns.isEmpty()
                && names.size() == columns.size()
                && IntStream.range(0, names.size())
                        .allMatch(i ->
                                columns.get(i) instanceof Expr.ColumnRef(String name) && name.equals(names.get(i)));
        return isInput ? input : new LogicalPlan.Project(input, columns);
    }

    public static List<Expr> called(List<String> names) {
        return names.stream().<Expr>map(Expressions::col).toList();
    }
}
