package dev.sheaf.sql.rows;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.List;

/// Lists as rows.
public final class Unnesting {
    private Unnesting() {}

    /// A row for each element of the lists of a column; null and empty lists give none.
    public static LogicalPlan of(LogicalPlan plan, String list) {
        Expr length = new Expr.Call(Function.LENGTH, List.of(Expressions.col(list)));
        return new LogicalPlan.Unnest(new LogicalPlan.Filter(plan, length.gt(0L)), list);
    }

    /// As [#of] for several columns at once: rows of their first elements, their second ones and so on,
    /// nulls behind the end of shorter lists.
    public static LogicalPlan sideBySide(LogicalPlan plan, List<String> lists) {
        String zipped = "unnested." + String.join(".", plan.schema().names());
        List<Expr> columns = new ArrayList<>();
        List<Expr> results = new ArrayList<>();
        for (String name : plan.schema().names()) {
            int at = lists.indexOf(name);
            if (at < 0) {
                columns.add(Expressions.col(name));
                results.add(Expressions.col(name));
            } else {
                Expr field = Expressions.lit("element_" + (at + 1));
                results.add(new Expr.Call(Function.STRUCT_EXTRACT, List.of(Expressions.col(zipped), field)).as(name));
            }
        }
        columns.add(new Expr.Call(
                        Function.LIST_ZIP,
                        lists.stream().<Expr>map(Expressions::col).toList())
                .as(zipped));
        return new LogicalPlan.Project(of(new LogicalPlan.Project(plan, columns), zipped), results);
    }
}
