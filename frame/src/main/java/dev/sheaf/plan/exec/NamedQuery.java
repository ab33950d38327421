package dev.sheaf.plan.exec;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.List;
import java.util.Optional;

/// A query that a plan may read in several places, such as a table of WITH, until [Sharing] decides whether it runs
/// once or in each of them. Two are equal if they are the same.
public final class NamedQuery implements QueryDataset {
    private final Id id;
    private final String name;
    private final LogicalPlan query;
    private final Optional<Boolean> keep;

    private NamedQuery(Id id, String name, LogicalPlan query, Optional<Boolean> keep) {
        this.id = id;
        this.name = name;
        this.query = query;
        this.keep = keep;
    }

    /// Which query this is, also when its plan was rewritten.
    static final class Id {}

    /// A plan that reads the query. `keep` says whether its rows are to be kept; [Sharing] decides if nothing is said.
    public static LogicalPlan scan(String name, LogicalPlan query, Optional<Boolean> keep) {
        return new LogicalPlan.Scan(
                new NamedQuery(new Id(), name, query, keep), query.schema().names(), Optional.empty());
    }

    Id id() {
        return id;
    }

    String name() {
        return name;
    }

    LogicalPlan query() {
        return query;
    }

    Optional<Boolean> keep() {
        return keep;
    }

    @Override
    public List<LogicalPlan> queries() {
        return List.of(query);
    }

    @Override
    public NamedQuery over(List<LogicalPlan> queries) {
        return new NamedQuery(id, name, queries.getFirst(), keep);
    }

    @Override
    public Schema schema() {
        return query.schema();
    }

    @Override
    public String describe() {
        return name;
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return Executor.execute(
                new LogicalPlan.Project(
                        query, scan.columns().stream().map(Expressions::col).toList()),
                context);
    }
}
