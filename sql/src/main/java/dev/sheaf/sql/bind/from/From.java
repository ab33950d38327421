package dev.sheaf.sql.bind.from;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.scope.Scope;
import java.util.List;
import java.util.Optional;

/// A plan, the names by which its columns are known, and conditions on its rows that are not in the
/// plan yet.
///
/// @param order what the rows are ordered by, where they are those of an ordered query that reads the query around:
///     joins do not keep the order of its plan
public record From(LogicalPlan plan, Scope scope, List<Expr> conditions, List<SortKey> order) {
    public From {
        conditions = List.copyOf(conditions);
        order = List.copyOf(order);
    }

    public From(LogicalPlan plan, Scope scope, List<Expr> conditions) {
        this(plan, scope, conditions, List.of());
    }

    /// A row without columns: what a query without FROM reads.
    public static From nothing() {
        Table row = new Table(Scope.EMPTY.schema(), List.of(), 1);
        return new From(new LogicalPlan.Values(row), Scope.EMPTY, List.of());
    }

    public static From of(LogicalPlan plan, Optional<String> name) {
        return new From(plan, new Scope(name, plan.schema()), List.of());
    }
}
