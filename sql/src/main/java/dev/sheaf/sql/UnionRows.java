package dev.sheaf.sql;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.Executor;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.List;

/// The rows of several queries of one schema, one query after the other.
record UnionRows(List<LogicalPlan> queries) implements Dataset {
    UnionRows {
        queries = List.copyOf(queries);
    }

    /// That of the first query; a column may hold nulls if it may in any query.
    @Override
    public Schema schema() {
        return new Schema(queries.getFirst().schema().fields().stream()
                .map(field -> new Field(field.name(), field.type(), mayBeNull(field.name())))
                .toList());
    }

    private boolean mayBeNull(String column) {
        return queries.stream().anyMatch(query -> query.schema().field(column).nullable());
    }

    @Override
    public SourceStats stats() {
        return SourceStats.UNKNOWN;
    }

    @Override
    public String describe() {
        return "union of " + queries.size() + " queries";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        List<Expr> columns = scan.columns().stream().map(Expressions::col).toList();
        List<BatchSource> sources = new ArrayList<>();
        try {
            for (LogicalPlan query : queries) {
                sources.add(Executor.execute(new LogicalPlan.Project(query, columns), context));
            }
            return new UnionSource(schema().select(scan.columns()), sources);
        } catch (RuntimeException | Error failure) {
            sources.forEach(BatchSource::close);
            throw failure;
        }
    }
}
