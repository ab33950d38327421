package dev.sheaf.sql.rows;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The rows of several queries of one schema, one query after the other.
///
/// The schema is made once: where many queries are written one behind the other, each union is a query of the
/// next, and asking it twice would double the time with every query.
public record UnionRows(List<LogicalPlan> queries, Schema schema) implements QueryDataset {
    /// The schema is that of the first query; a column may hold nulls if it may in any query.
    public static UnionRows of(List<LogicalPlan> queries) {
        List<Schema> schemas = queries.stream().map(LogicalPlan::schema).toList();
        return new UnionRows(
                List.copyOf(queries),
                new Schema(schemas.getFirst().fields().stream()
                        .map(field -> new Field(field.name(), field.type(), mayBeNull(field.name(), schemas)))
                        .toList()));
    }

    /// The queries that are no unions themselves, in order: unions of unions are written as deep as they are long.
    private List<LogicalPlan> branches() {
        List<LogicalPlan> branches = new ArrayList<>();
        Deque<LogicalPlan> left = new ArrayDeque<>(queries);
        while (!left.isEmpty()) {
            Checkpoint.pass();
            LogicalPlan query = left.removeFirst();
            if (withoutNoOps(query)
                            instanceof LogicalPlan.Scan(UnionRows inner, List<String> columns, Optional<Expr> filter)
                    && filter.isEmpty()
                    && columns.equals(inner.schema.names())) {
                inner.queries.reversed().forEach(left::addFirst);
            } else {
                branches.add(query);
            }
        }
        return branches;
    }

    private static LogicalPlan withoutNoOps(LogicalPlan query) {
        return query instanceof LogicalPlan.Project(LogicalPlan input, List<Expr> columns)
                        && columns.equals(input.schema().names().stream()
                                .map(Expressions::col)
                                .toList())
                ? input
                : query;
    }

    private static boolean mayBeNull(String column, List<Schema> schemas) {
        return schemas.stream().anyMatch(schema -> schema.field(column).nullable());
    }

    @Override
    public UnionRows over(List<LogicalPlan> others) {
        return of(others);
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
            for (LogicalPlan query : branches()) {
                context.checkCancelled();
                sources.add(Executor.execute(new LogicalPlan.Project(query, columns), context));
            }
            return new UnionSource(schema.select(scan.columns()), sources);
        } catch (RuntimeException | Error failure) {
            sources.forEach(BatchSource::close);
            throw failure;
        }
    }
}
