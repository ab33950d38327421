package dev.sheaf.sql.bind.from;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Rows of relations, each for each of the distinct values that columns of the query around have, for conditions that
/// read these and cannot be those of WHERE. `columns` are those of the plan that hold the values, by the names of the
/// columns that stand for the query around.
record CarriedRows(LogicalPlan plan, Map<String, String> columns) {
    /// @param names those that the columns may not have; gets the ones that they have
    static CarriedRows of(LogicalPlan plan, Outers outers, Collection<String> read, UniqueNames names) {
        if (read.isEmpty()) {
            return new CarriedRows(plan, Map.of());
        }
        Map<String, String> columns = new LinkedHashMap<>();
        read.forEach(name -> columns.put(name, names.unique("read." + name)));
        List<Expr> values = new ArrayList<>();
        columns.forEach((name, own) -> values.add(col(name).as(own)));
        LogicalPlan rows = new LogicalPlan.Project(outers.rows(read), values);
        return new CarriedRows(new LogicalPlan.Join(rows, plan, JoinKind.INNER, List.of(), Optional.empty()), columns);
    }

    /// An expression with the columns of these rows in the places of those of the query around.
    Expr rewrite(Expr expr) {
        return ExprRewrite.mapColumns(expr, name -> col(columns.getOrDefault(name, name)));
    }

    /// That the rows are those for the present values of the query around.
    List<Expr> links() {
        List<Expr> links = new ArrayList<>();
        columns.forEach((name, own) -> links.add(same(col(name), col(own))));
        return links;
    }

    /// That two values are equal, nulls too.
    static Expr same(Expr one, Expr other) {
        return new Expr.Call(Function.IS_NOT_DISTINCT_FROM, List.of(one, other));
    }
}
