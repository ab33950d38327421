package dev.sheaf.sql.join;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.NamedQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A query inside a query.
///
/// For each row of the query around, its rows are those of `plan` for which all `conditions` hold, and of each
/// it gives `values`. These expressions read columns of the plan, and columns that stand for what `outers`
/// says, over the query around. `single`, of an aggregate without GROUP BY, is there if the query gives one row
/// even where no row of `plan` is found, whose columns are null then; that is unless the condition in it, that
/// of HAVING, does not hold. `rows` stand in the plan for distinct rows of outer columns, if it needs them.
public record Subquery(
        LogicalPlan plan,
        List<Expr> conditions,
        List<Expr> values,
        Optional<Expr> single,
        Map<String, Expr> outers,
        List<OuterRows> rows) {
    public Subquery {
        conditions = List.copyOf(conditions);
        values = List.copyOf(values);
        rows = List.copyOf(rows);
    }

    /// A query that reads no column of the one around it.
    public static Subquery of(LogicalPlan plan) {
        List<Expr> values =
                plan.schema().names().stream().<Expr>map(Expressions::col).toList();
        return new Subquery(plan, List.of(), values, Optional.empty(), Map.of(), List.of());
    }

    /// The plan for the rows of a plan around, over which `outers` are these expressions.
    LogicalPlan over(LogicalPlan around, Map<String, Expr> outerColumns) {
        LogicalPlan result = plan;
        for (OuterRows one : rows) {
            List<Expr> columns = one.schema().names().stream()
                    .map(name -> Objects.requireNonNull(outerColumns.get(name)).as(name))
                    .toList();
            result = one.replacedIn(result, new LogicalPlan.Distinct(new LogicalPlan.Project(around, columns)));
        }
        return result;
    }

    /// The same query for other expressions that its outer columns stand for.
    public Subquery withOuters(Map<String, Expr> others) {
        return new Subquery(plan, conditions, values, single, others, rows);
    }

    /// The same query for some of its values.
    public Subquery withValues(List<Expr> some) {
        return new Subquery(plan, conditions, some, single, outers, rows);
    }

    /// The same for several sides of joins, which may read rows that were found once. `rewrite` makes
    /// expressions over the query around fit the plan `around`.
    Subquery shared(LogicalPlan around, UnaryOperator<Expr> rewrite) {
        Map<String, Expr> columns = new HashMap<>();
        outers.forEach((name, outer) -> columns.put(name, rewrite.apply(outer)));
        LogicalPlan named = NamedQuery.scan("the rows of a sub-query", over(around, columns), Optional.empty());
        return new Subquery(named, conditions, values, single, outers, List.of());
    }

    /// Whether an expression reads the query around.
    boolean isOuter(Expr expr) {
        return ExprColumns.of(expr).stream().anyMatch(outers::containsKey);
    }
}
