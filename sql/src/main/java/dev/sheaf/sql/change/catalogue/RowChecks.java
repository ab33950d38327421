package dev.sheaf.sql.change.catalogue;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Clauses.ColumnDefinition;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.TableCheck;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.RowClause;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.TreeSearch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Generated columns, and the conditions that CHECK asks for. They are computed with the rows that are stored:
/// a row for which a condition is false is an error of the query that makes it.
///
/// @param generated what computes a column, by its name, each behind those that it reads
public record RowChecks(Map<String, RowCheck> generated, List<RowCheck> checks) {
    private static final String ROWS = UniqueNames.OURS + "rows";

    /// The conditions of a statement for a table.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if one cannot be bound over the columns, or holds a query
    public static RowChecks of(Statement.CreateTable create, StoredTable table, StatementBinder binder) {
        for (TableCheck check : create.checks()) {
            if (TreeSearch.holdsQuery(check.condition())) {
                throw binder.error(check, "CHECK takes expressions of single rows, without queries");
            }
        }
        String name = create.table().getLast().text();
        RowChecks all = new RowChecks(
                generated(create, table.schema(), binder),
                create.checks().stream()
                        .map(check -> RowCheck.of(check, name, table.schema()))
                        .toList());
        LogicalPlan _ = all.over(new LogicalPlan.Scan(table, table.schema().names(), Optional.empty()), binder);
        return all;
    }

    /// What computes columns, in an order in which each reads only those before it.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if they read each other in a circle, or one holds a query or gives
    ///     other values whenever it is computed
    private static Map<String, RowCheck> generated(
            Statement.CreateTable create, Schema schema, StatementBinder binder) {
        Map<String, RowCheck> left = new LinkedHashMap<>();
        for (ColumnDefinition column : create.columns()) {
            column.generated().ifPresent(value -> {
                if (column.otherwise().isPresent()) {
                    throw binder.error(column, "a generated column takes no values, and has no default");
                }
                if (TreeSearch.holdsQuery(value.condition()) || TreeSearch.holdsVolatileCall(value.condition())) {
                    throw binder.error(value, "a generated column is computed from other columns of its row alone");
                }
                left.put(
                        column.name().text(),
                        RowCheck.of(value, create.table().getLast().text(), schema));
            });
        }
        Map<String, RowCheck> ordered = new LinkedHashMap<>();
        while (!left.isEmpty()) {
            Map.Entry<String, RowCheck> next = left.entrySet().stream()
                    .filter(column -> left.keySet().stream().noneMatch(column.getValue()::reads))
                    .findFirst()
                    .orElseThrow(() -> binder.error(create, "generated columns read each other in a circle"));
            ordered.put(next.getKey(), next.getValue());
            left.remove(next.getKey());
        }
        return ordered;
    }

    /// The same rows with what is generated; they are an error if a condition is false for one.
    public LogicalPlan over(LogicalPlan rows, StatementBinder binder) {
        LogicalPlan all = withGenerated(rows, binder);
        return checks.isEmpty() ? all : checked(all, binder);
    }

    /// The same rows with what is generated.
    public LogicalPlan withGenerated(LogicalPlan rows, StatementBinder binder) {
        LogicalPlan all = rows;
        for (Map.Entry<String, RowCheck> column : generated.entrySet()) {
            all = generated(all, column.getKey(), column.getValue(), binder);
        }
        return all;
    }

    private static LogicalPlan generated(LogicalPlan rows, String column, RowCheck check, StatementBinder binder) {
        Span at = check.at();
        Expression value = new Expression.OfRow(RowClause.CHECK, check.condition(), at);
        String name = UniqueNames.OURS + "generated";
        List<Item> items = List.of(
                new Item(Expression.Star.all(at), Optional.empty(), at),
                new Item(value, Optional.of(new Name(name, at)), at));
        LogicalPlan computed = binder.plan(items, new Relation.Named(List.of(new Name(ROWS, at)), at), ROWS, rows);
        return new LogicalPlan.Project(
                computed,
                rows.schema().fields().stream()
                        .map(field -> field.name().equals(column)
                                ? col(name).cast(field.type()).as(column)
                                : col(field.name()))
                        .toList());
    }

    private LogicalPlan checked(LogicalPlan rows, StatementBinder binder) {
        List<String> names = rows.schema().names();
        UniqueNames unique = new UniqueNames(names);
        Span at = checks.getFirst().at();
        List<Item> items = new ArrayList<>();
        items.add(new Item(Expression.Star.all(at), Optional.empty(), at));
        Expr first = col(names.getFirst());
        for (RowCheck check : checks) {
            String holds = unique.unique(UniqueNames.OURS + "check");
            items.add(new Item(condition(check), Optional.of(new Name(holds, at)), at));
            first = when(Expressions.call(function(check), col(holds)))
                    .then(first)
                    .otherwise(lit(null));
        }
        Relation relation = new Relation.Named(List.of(new Name(ROWS, at)), at);
        LogicalPlan tested = binder.plan(items, relation, ROWS, rows);
        List<Expr> columns = new ArrayList<>(List.of(first.as(names.getFirst())));
        names.subList(1, names.size()).forEach(name -> columns.add(col(name)));
        return new LogicalPlan.Project(tested, columns);
    }

    /// Null is not false.
    private static Expression condition(RowCheck check) {
        Expression isNotFalse = new Expression.Is(check.condition(), Expression.Test.FALSE, true, check.at());
        return new Expression.OfRow(RowClause.CHECK, isNotFalse, check.at());
    }

    private static ScalarFunction function(RowCheck check) {
        return ScalarFunction.of("check", DataType.BOOL, DataType.BOOL, (Boolean holds) -> checked(holds, check))
                .hidingArguments();
    }

    private static boolean checked(boolean holds, RowCheck check) {
        if (!holds) {
            throw new IllegalArgumentException("a row violates " + check.text());
        }
        return true;
    }

    /// Whether a condition or a generated column reads a column.
    public boolean read(String column) {
        return Stream.concat(checks.stream(), generated.values().stream()).anyMatch(check -> check.reads(column));
    }

    /// The same without a column, which nothing reads.
    public RowChecks without(String column) {
        Map<String, RowCheck> left = new LinkedHashMap<>(generated);
        left.remove(column);
        return new RowChecks(left, checks);
    }

    /// The same of a column with another name.
    public RowChecks renamed(String column, String name) {
        Map<String, RowCheck> renamed = new LinkedHashMap<>();
        generated.forEach((each, check) -> renamed.put(each.equals(column) ? name : each, check.renamed(column, name)));
        return new RowChecks(
                renamed,
                checks.stream().map(check -> check.renamed(column, name)).toList());
    }
}
