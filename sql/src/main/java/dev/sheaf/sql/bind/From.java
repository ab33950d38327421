package dev.sheaf.sql.bind;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.Scope;
import java.util.List;
import java.util.Optional;

/// A plan, the names by which its columns are known, and conditions on its rows that are not in the
/// plan yet.
record From(LogicalPlan plan, Scope scope, List<Expr> conditions) {
    From {
        conditions = List.copyOf(conditions);
    }

    /// A row without columns: what a query without FROM reads.
    static From nothing() {
        Table row = new Table(Scope.EMPTY.schema(), List.of(), 1);
        return new From(new LogicalPlan.Values(row), Scope.EMPTY, List.of());
    }

    static From of(LogicalPlan plan, Optional<String> name) {
        return new From(plan, new Scope(name, plan.schema()), List.of());
    }
}
