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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rows of several queries, one query after the other. A column that a query lacks is null in its rows. The nulls
/// are added when rows are asked for, so that planning many queries with columns of their own visits these alone.
///
/// The schema is made once: where many queries are written one behind the other, each union is a query of the
/// next, and asking it twice would double the time with every query.
public record UnionRows(List<LogicalPlan> queries, Schema schema) implements QueryDataset {
    /// The columns are those of the first query.
    public static UnionRows of(List<LogicalPlan> queries) {
        return of(queries, queries.getFirst().schema().fields());
    }

    /// Of the columns each query has some, by name and of these types. One may hold nulls if it may in any query.
    public static UnionRows of(List<LogicalPlan> queries, List<Field> columns) {
        Map<String, Integer> filled = new HashMap<>();
        for (LogicalPlan query : queries) {
            query.schema().fields().stream()
                    .filter(field -> !field.nullable())
                    .forEach(field -> filled.merge(field.name(), 1, Integer::sum));
        }
        return new UnionRows(
                List.copyOf(queries),
                new Schema(columns.stream()
                        .map(field -> new Field(
                                field.name(), field.type(), filled.getOrDefault(field.name(), 0) < queries.size()))
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

    @Override
    public UnionRows over(List<LogicalPlan> others) {
        return of(others, schema.fields());
    }

    @Override
    public LogicalPlan rows(LogicalPlan query, List<String> columns) {
        Schema own = query.schema();
        return new LogicalPlan.Project(
                query, columns.stream().map(name -> column(name, own)).toList());
    }

    private Expr column(String name, Schema own) {
        return own.contains(name)
                ? Expressions.col(name)
                : Expressions.lit(null).cast(schema.type(name).decoded()).as(name);
    }

    @Override
    public String describe() {
        return "union of " + queries.size() + " queries";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        List<BatchSource> sources = new ArrayList<>();
        try {
            for (LogicalPlan query : branches()) {
                context.checkCancelled();
                sources.add(Executor.execute(rows(query, scan.columns()), context));
            }
            return new UnionSource(schema.select(scan.columns()), sources);
        } catch (RuntimeException | Error failure) {
            sources.forEach(BatchSource::close);
            throw failure;
        }
    }
}
