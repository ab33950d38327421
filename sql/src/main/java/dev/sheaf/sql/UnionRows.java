package dev.sheaf.sql;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import java.util.ArrayList;
import java.util.List;

/// The rows of several queries of one schema, one query after the other.
///
/// The schema is made once: where many queries are written one behind the other, each union is a query of the
/// next, and asking it twice would double the time with every query.
record UnionRows(List<LogicalPlan> queries, Schema schema) implements Dataset {
    /// The schema is that of the first query; a column may hold nulls if it may in any query.
    static UnionRows of(List<LogicalPlan> queries) {
        List<Schema> schemas = queries.stream().map(LogicalPlan::schema).toList();
        return new UnionRows(
                List.copyOf(queries),
                new Schema(schemas.getFirst().fields().stream()
                        .map(field -> new Field(field.name(), field.type(), mayBeNull(field.name(), schemas)))
                        .toList()));
    }

    private static boolean mayBeNull(String column, List<Schema> schemas) {
        return schemas.stream().anyMatch(schema -> schema.field(column).nullable());
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
            return new UnionSource(schema.select(scan.columns()), sources);
        } catch (RuntimeException | Error failure) {
            sources.forEach(BatchSource::close);
            throw failure;
        }
    }
}
