package dev.sheaf.sql.join;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// A query that reads rows before it, as rows that stand by themselves, the values that it gives of them, and
/// conditions that link them to the rows before.
///
/// A query that filters rows and gives values of its own is its plan, and the conditions are those of its
/// WHERE. Any other one is run for the distinct values of what it reads, which are columns of its rows; they
/// equal those of the rows before, nulls too.
public record LinkedRows(LogicalPlan plan, List<Expr> values, List<Expr> links) {

    /// @param before rows with the columns that `outers` of the query read
    /// @param names those that columns of the plan may not have; gets the ones that they have
    public static LinkedRows of(Subquery query, Supplier<LogicalPlan> before, UniqueNames names) {
        if (standsAlone(query)) {
            AskedSide side = AskedSide.of(query, query.plan(), UnaryOperator.identity(), names);
            return new LinkedRows(side.plan(), side.values(), side.conditions());
        }
        Map<String, Expr> own = new LinkedHashMap<>();
        List<Expr> columns = new ArrayList<>();
        List<Expr> links = new ArrayList<>();
        new TreeMap<>(query.outers()).forEach((name, outer) -> {
            String column = names.unique("read." + name);
            columns.add(outer.as(column));
            links.add(new Expr.Call(Function.IS_NOT_DISTINCT_FROM, List.of(outer.unaliased(), col(column))));
            own.put(name, col(column));
        });
        LogicalPlan rows = new LogicalPlan.Distinct(new LogicalPlan.Project(before.get(), columns));
        Joined joined = Joined.of(rows, query.withOuters(own), names);
        return new LinkedRows(joined.plan(), joined.values(), links);
    }

    /// Whether no rows before a query stand in its plan.
    public static boolean standsAlone(Subquery query) {
        return query.rows().isEmpty()
                && query.single().isEmpty()
                && query.values().stream().noneMatch(query::isOuter);
    }
}
