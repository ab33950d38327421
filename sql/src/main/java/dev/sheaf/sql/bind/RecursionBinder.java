package dev.sheaf.sql.bind;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.plan.exec.RecursiveQuery;
import dev.sheaf.query.Dataset;
import dev.sheaf.sql.bind.from.FromContext;
import dev.sheaf.sql.bind.from.Queries;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.tree.Clauses.CommonTable;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Query.Branch;
import dev.sheaf.sql.tree.Query.SetOperation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Binds tables of WITH RECURSIVE whose last branch of a UNION reads the table itself. The columns are those of the
/// branches before it.
final class RecursionBinder {
    private final Queries queries;
    private final Relations relations;

    RecursionBinder(Queries queries, Relations relations) {
        this.queries = queries;
        this.relations = relations;
    }

    /// The table, or nothing if it does not read itself.
    Optional<LogicalPlan> bind(CommonTable table) {
        if (!(table.query() instanceof Query.Combined combined)
                || combined.branches().getLast().operation() != SetOperation.UNION
                || combined.branches().getLast().byName()) {
            return Optional.empty();
        }
        String name = table.name().text();
        LogicalPlan first = new FromContext(queries, relations)
                .renamed(queries.bind(beforeLast(combined), relations), table.columns(), table);
        LogicalPlan itself = RecursiveQuery.readingItself(name, first);
        Relations inner = relations.inner();
        inner.add(name, itself);
        Branch last = combined.branches().getLast();
        LogicalPlan step = queries.bind(last.query(), inner);
        if (!reads(step, ((LogicalPlan.Scan) itself).dataset(), Collections.newSetFromMap(new IdentityHashMap<>()))) {
            return Optional.empty();
        }
        LogicalPlan alike = alike(step, itself.schema(), last.query());
        return Optional.of(
                RecursiveQuery.of(name, itself, alike(first, itself.schema(), combined), alike, !last.all()));
    }

    private static Query beforeLast(Query.Combined combined) {
        List<Branch> before = combined.branches().subList(0, combined.branches().size() - 1);
        return before.isEmpty() ? combined.first() : new Query.Combined(combined.first(), before, combined.at());
    }

    private static boolean reads(LogicalPlan plan, Dataset itself, Set<LogicalPlan> visited) {
        if (!visited.add(plan)) {
            return false;
        }
        if (plan instanceof LogicalPlan.Scan scan) {
            return scan.dataset().equals(itself)
                    || (scan.dataset() instanceof QueryDataset dataset
                            && dataset.queries().stream().anyMatch(query -> reads(query, itself, visited)));
        }
        return plan.inputs().stream().anyMatch(input -> reads(input, itself, visited));
    }

    /// A query in the columns of the table.
    private LogicalPlan alike(LogicalPlan plan, Schema schema, Query node) {
        if (plan.schema().size() != schema.size()) {
            throw queries.origins()
                    .error(
                            node,
                            "this query has " + plan.schema().size() + " columns, those before it " + schema.size());
        }
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            String own = plan.schema().field(i).name();
            DataType type = schema.field(i).type();
            Expr column = plan.schema().field(i).type().decoded().equals(type) ? col(own) : col(own).cast(type);
            columns.add(column.as(schema.field(i).name()));
        }
        try {
            return new LogicalPlan.Project(plan, columns);
        } catch (IllegalArgumentException refused) {
            throw queries.origins().error(node, Origins.message(refused));
        }
    }
}
