package dev.sheaf.sql.bind;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.from.Queries;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.Joined;
import dev.sheaf.sql.join.Subquery;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Binds UNION, INTERSECT and EXCEPT inside another query. Where a branch reads the query around, the rows of
/// each carry all columns that any of them reads, so that the operation is done for each combination of their
/// values by itself.
final class InnerUnion {
    private final Queries queries;
    private final Relations relations;
    private final SelectContext around;
    private final Outers outers;
    private final Map<Query, SelectContext.Inner> parts = new IdentityHashMap<>();

    InnerUnion(Queries queries, Relations relations, SelectContext around) {
        this.queries = queries;
        this.relations = relations;
        this.around = around;
        this.outers = Outers.of(around);
    }

    SelectContext.Inner bind(Query.Combined combined) {
        add(combined.first());
        combined.branches().forEach(branch -> add(branch.query()));
        if (outers.references().isEmpty()) {
            LogicalPlan plan = new UnionBinder(
                            queries.origins(), query -> part(query).query().plan())
                    .bind(combined);
            return new SelectContext.Inner(Subquery.of(plan), plan.schema().fields());
        }
        List<String> read = List.copyOf(outers.references().keySet());
        LogicalPlan rows = outers.rows(read);
        LogicalPlan plan =
                new UnionBinder(queries.origins(), query -> carried(part(query), rows), read.size()).bind(combined);
        return inner(plan, read);
    }

    private void add(Query query) {
        SelectContext.Inner part = queries.bindInner(query, relations, around);
        parts.put(query, part);
        part.query().outers().values().forEach(outer -> outers.column(outer, outer.outputName()));
    }

    private SelectContext.Inner part(Query query) {
        return Objects.requireNonNull(parts.get(query));
    }

    /// The rows of a branch for all rows around, whose columns come first.
    private LogicalPlan carried(SelectContext.Inner part, LogicalPlan rows) {
        List<String> read = rows.schema().names();
        Map<String, Expr> own = new HashMap<>();
        part.query().outers().forEach((name, outer) -> own.put(name, outers.column(outer, outer.outputName())));
        Joined joined = Joined.of(rows, part.query().withOuters(own), new UniqueNames(read));
        List<Expr> columns = new ArrayList<>();
        read.forEach(name -> columns.add(col(name)));
        UniqueNames names = new UniqueNames(read);
        for (int i = 0; i < part.columns().size(); i++) {
            String name = names.unique(part.columns().get(i).name());
            columns.add(joined.values().get(i).as(name));
        }
        return new LogicalPlan.Project(joined.plan(), columns);
    }

    /// The query over the rows of all branches.
    private SelectContext.Inner inner(LogicalPlan union, List<String> read) {
        UniqueNames names = new UniqueNames(union.schema().names());
        List<Expr> columns = new ArrayList<>();
        List<Expr> conditions = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (Field field : union.schema().fields()) {
            if (read.contains(field.name())) {
                String own = names.unique("inner." + field.name());
                columns.add(col(field.name()).as(own));
                conditions.add(new Expr.Call(Function.IS_NOT_DISTINCT_FROM, List.of(col(field.name()), col(own))));
            } else {
                columns.add(col(field.name()));
                values.add(col(field.name()));
                fields.add(field);
            }
        }
        Subquery query = new Subquery(
                new LogicalPlan.Project(union, columns),
                conditions,
                values,
                Optional.empty(),
                Map.copyOf(outers.references()),
                outers.rows());
        return new SelectContext.Inner(query, fields);
    }
}
