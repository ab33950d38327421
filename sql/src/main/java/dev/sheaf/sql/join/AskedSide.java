package dev.sheaf.sql.join;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A sub-query as the right side of a join: its rows, their columns under names that the left side does not have, and
/// the conditions of the join. `rename` makes expressions of the sub-query fit both sides.
record AskedSide(Subquery query, LogicalPlan plan, List<Expr> conditions, UnaryOperator<Expr> rename) {

    static AskedSide of(Subquery query, LogicalPlan around, UnaryOperator<Expr> rewrite, UniqueNames names) {
        Map<String, Expr> columns = new HashMap<>();
        query.outers().forEach((name, outer) -> columns.put(name, rewrite.apply(outer)));
        LogicalPlan own = query.over(around, columns);
        List<Expr> renamed = new ArrayList<>();
        for (String name : own.schema().names()) {
            String other = names.unique(name);
            columns.put(name, col(other));
            renamed.add(col(name).as(other));
        }
        UnaryOperator<Expr> rename = expr -> ExprRewrite.mapColumns(expr, name -> columns.getOrDefault(name, col(name)))
                .unaliased();
        return new AskedSide(
                query,
                renamed.isEmpty() ? own : new Project(own, renamed),
                query.conditions().stream().map(rename).toList(),
                rename);
    }

    List<Expr> values() {
        return query.values().stream().map(rename).toList();
    }

    /// Whether the row that is always there is there, see [Subquery].
    Expr single() {
        return rename.apply(query.single().orElseThrow());
    }

    Optional<Expr> condition() {
        return Conjuncts.join(conditions);
    }

    /// The rows for which another condition holds, too.
    AskedSide where(Expr condition) {
        List<Expr> all = new ArrayList<>(conditions);
        all.add(condition);
        return new AskedSide(query, plan, all, rename);
    }

    /// The same for who asks only whether there is a row: where all who ask see the same rows, one is enough.
    AskedSide forAny() {
        List<Expr> inside = new ArrayList<>();
        List<Expr> outside = new ArrayList<>();
        conditions.forEach(condition -> (isInside(condition) ? inside : outside).add(condition));
        if (outside.stream().anyMatch(this::readsPlan)) {
            return this;
        }
        LogicalPlan filtered = Conjuncts.join(inside)
                .<LogicalPlan>map(condition -> new Filter(plan, condition))
                .orElse(plan);
        return new AskedSide(query, new Limit(filtered, 0, 1), outside, rename);
    }

    private boolean isInside(Expr condition) {
        return plan.schema().names().containsAll(ExprColumns.of(condition));
    }

    private boolean readsPlan(Expr condition) {
        return ExprColumns.of(condition).stream().anyMatch(plan.schema()::contains);
    }

    /// The rows with one more column.
    LogicalPlan with(Expr column) {
        List<Expr> columns = new ArrayList<>();
        plan.schema().names().forEach(name -> columns.add(col(name)));
        columns.add(column);
        return new Project(plan, columns);
    }
}
