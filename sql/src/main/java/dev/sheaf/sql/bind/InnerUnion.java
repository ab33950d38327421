package dev.sheaf.sql.bind;

import dev.sheaf.column.Field;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.from.Queries;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Query;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Binds UNION, INTERSECT and EXCEPT inside another query, whose columns any branch may read, see [CarriedQueries].
final class InnerUnion {
    private final Queries queries;
    private final Relations relations;
    private final SelectContext around;
    private final CarriedQueries carried;
    private final Map<Query, SelectContext.Inner> parts = new IdentityHashMap<>();

    InnerUnion(Queries queries, Relations relations, SelectContext around) {
        this.queries = queries;
        this.relations = relations;
        this.around = around;
        this.carried = new CarriedQueries(queries.origins().collations(), Optional.of(around));
    }

    SelectContext.Inner bind(Query.Combined combined) {
        add(combined.first());
        combined.branches().forEach(branch -> add(branch.query()));
        List<String> read = carried.read();
        if (read.isEmpty()) {
            LogicalPlan plan = new UnionBinder(
                            queries.origins(), query -> part(query).query().plan())
                    .bind(combined);
            return SelectContext.Inner.of(plan, queries.origins().collations());
        }
        LogicalPlan rows = carried.rows();
        LogicalPlan plan =
                new UnionBinder(queries.origins(), query -> carried(part(query), rows), read.size()).bind(combined);
        return carried.inner(plan);
    }

    private void add(Query query) {
        SelectContext.Inner part = queries.bindInner(query, relations, around);
        parts.put(query, part);
        carried.add(part);
    }

    private SelectContext.Inner part(Query query) {
        return Objects.requireNonNull(parts.get(query));
    }

    private LogicalPlan carried(SelectContext.Inner part, LogicalPlan rows) {
        return carried.carried(
                part, rows, part.columns().stream().map(Field::name).toList());
    }
}
