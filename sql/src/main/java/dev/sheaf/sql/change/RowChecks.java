package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.ScalarFunction;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Calls;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.TableCheck;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.RowClause;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conditions that CHECK asks for. They are computed with the rows that are stored: a row for which one is false is
/// an error of the query that makes it.
record RowChecks(List<RowCheck> checks) {
    /// Begins the names of our columns, which no statement can have meant.
    private static final String OURS = "\uE000";

    private static final String ROWS = OURS + "rows";

    /// The conditions of a statement for a table.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if one cannot be bound over the columns, or holds a query
    static RowChecks of(Statement.CreateTable create, StoredTable table, StatementBinder binder) {
        for (TableCheck check : create.checks()) {
            if (Calls.ask(check.condition())) {
                throw binder.error(check, "CHECK takes expressions of single rows, without queries");
            }
        }
        String name = create.table().getLast().text();
        RowChecks all = new RowChecks(create.checks().stream()
                .map(check -> RowCheck.of(check, name, table.schema()))
                .toList());
        LogicalPlan _ = all.over(new LogicalPlan.Scan(table, table.schema().names(), Optional.empty()), binder);
        return all;
    }

    /// The same rows; they are an error if a condition is false for one.
    LogicalPlan over(LogicalPlan rows, StatementBinder binder) {
        if (checks.isEmpty()) {
            return rows;
        }
        List<String> names = rows.schema().names();
        UniqueNames unique = new UniqueNames(names);
        Span at = checks.getFirst().at();
        List<Item> items = new ArrayList<>();
        items.add(new Item(Expression.Star.all(at), Optional.empty(), at));
        Expr first = col(names.getFirst());
        for (RowCheck check : checks) {
            String holds = unique.unique(OURS + "check");
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

    /// Whether a condition reads a column.
    boolean read(String column) {
        return checks.stream().anyMatch(check -> check.reads(column));
    }

    /// The same of a column with another name.
    RowChecks renamed(String column, String name) {
        return new RowChecks(
                checks.stream().map(check -> check.renamed(column, name)).toList());
    }
}
