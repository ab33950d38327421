package dev.sheaf.sql.bind.from;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;

/// Binds the queries and relations that lie in a part of a query: what the binders of the parts see of `QueryBinder`.
public interface Queries {
    Origins origins();

    Parameters parameters();

    /// A query over the tables that it may name.
    LogicalPlan bind(Query query, Relations relations);

    /// A query inside an expression of a SELECT or behind relations of its FROM, whose columns it may read.
    SelectContext.Inner bindInner(Query query, Relations relations, SelectContext around);

    /// What binding may run: the values of a PIVOT that names none.
    QueryContext context();

    /// The rows of a relation of FROM alone.
    LogicalPlan rows(Relation relation, Relations relations);
}
