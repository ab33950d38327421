package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.bind.from.FromBinder;
import dev.sheaf.sql.rows.NumberedTable;
import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.Limit;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.RowClause;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Binds DELETE and UPDATE as queries for the rows that change, with their numbers. A statement costs as much as that
/// query and a copy of the columns that are written, or of all where rows go.
final class RowStatements {
    /// What queries call the table and the numbers of its rows.
    static final String TARGET = EditMarks.OURS + "target";

    private static final String FOUND = EditMarks.OURS + "found";
    private static final String FIELD = EditMarks.OURS + "field";

    private final StatementBinder binder;
    private final TableStatements tables;

    RowStatements(StatementBinder binder, TableStatements tables) {
        this.binder = binder;
        this.tables = tables;
    }

    /// Takes rows out of a table.
    ///
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, or the condition is wrong
    RowChange delete(Statement.Delete delete) {
        Entry.Made made = tables.made(delete.table(), delete);
        refuseTwins(delete, delete.table(), delete.alias(), delete.using());
        Span at = delete.at();
        EditMarks marks = EditMarks.of(made.table().schema());
        Query.Select all = Query.Select.of(
                List.of(star(at), number(marks, at)), Optional.of(target(delete.table(), delete.alias(), at)), at);
        Query chosen = delete.using()
                .<Query>map(using -> all.where(new Expression.Exists(
                        partners(List.of(star(at)), using, delete.where(), RowClause.DELETE, at), at)))
                .orElseGet(() -> where(all, delete.where(), RowClause.DELETE));
        LogicalPlan rows = numbered(made, marks).plan(chosen);
        return editing(made, marks, MergeKind.DELETE, marked(rows, made, marks, Map.of()), Set.of());
    }

    private StatementBinder numbered(Entry.Made made, EditMarks marks) {
        return binder.with(TARGET, NumberedTable.plan(made.table(), marks.number()));
    }

    private static Editing editing(
            Entry.Made made, EditMarks marks, MergeKind kind, LogicalPlan changes, Set<String> written) {
        Field number = new Field(FromBinder.ROW_NUMBER, DataType.INT64, false);
        return new Editing(made, changes, marks, List.of(kind), written, Map.of(number, col(marks.number())));
    }

    /// The rows of a query with what [Editing] asks for; `values` are those of columns that are written.
    private static LogicalPlan marked(LogicalPlan query, Entry.Made made, EditMarks marks, Map<String, Expr> values) {
        List<Expr> columns = new ArrayList<>(List.of(col(marks.number()), marks.kind(0)));
        made.table()
                .schema()
                .names()
                .forEach(
                        name -> columns.add(values.getOrDefault(name, col(name)).as(name)));
        return new LogicalPlan.Project(query, columns);
    }

    /// In the query that looks for partners, a relation called like the table would hide it.
    private void refuseTwins(Node statement, List<Name> table, Optional<Name> alias, Optional<Relation> others) {
        String own = alias.orElseGet(table::getLast).text();
        if (others.stream().flatMap(RowStatements::names).anyMatch(own::equalsIgnoreCase)) {
            throw binder.error(
                    statement, "two relations are called \"" + own + "\"; give one of them another name by AS");
        }
    }

    private static Stream<String> names(Relation relation) {
        return switch (relation) {
            case Relation.Named named -> Stream.of(named.path().getLast().text());
            case Relation.Function function -> Stream.of(function.call().name());
            case Relation.Aliased aliased -> Stream.of(aliased.name().text());
            case Relation.Sampled sampled -> names(sampled.relation());
            case Relation.Joined joined ->
                Stream.concat(names(joined.first()), joined.joins().stream().flatMap(join -> names(join.right())));
            default -> Stream.of();
        };
    }

    /// Gives columns of some rows other values.
    ///
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, a column is not there or named
    ///     twice, another relation is called like the table, or the condition or a value cannot be bound
    Editing update(Statement.Update update) {
        Entry.Made made = tables.made(update.table(), update);
        refuseTwins(update, update.table(), update.alias(), update.from());
        EditMarks marks = EditMarks.of(made.table().schema());
        List<Name> columns = update.values().stream().map(ColumnValue::column).toList();
        List<Field> fields =
                Assignment.of(made.table().schema(), columns, binder).columns();
        List<Expression> given = made.rules()
                .values(update.values().stream().map(ColumnValue::value).toList(), fields, RowClause.UPDATE, binder);
        LogicalPlan query = numbered(made, marks).plan(query(update, given, marks));
        Map<String, Expr> values = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            Expr value = col(value(i));
            DataType type = Assignment.checked(field, value, query, update, binder);
            values.put(field.name(), made.rules().checked(value.cast(type), type, field.name()));
        }
        try {
            LogicalPlan changes = made.rules().checks().over(marked(query, made, marks, values), binder);
            return editing(made, marks, MergeKind.UPDATE, changes, Set.copyOf(values.keySet()));
        } catch (IllegalArgumentException refused) {
            throw binder.error(update, String.valueOf(refused.getMessage()));
        }
    }

    private static String value(int number) {
        return EditMarks.OURS + "value" + number;
    }

    /// The rows that are chosen, and their values.
    private static Query query(Statement.Update update, List<Expression> given, EditMarks marks) {
        Span at = update.at();
        Relation target = target(update.table(), update.alias(), at);
        List<Item> items = new ArrayList<>(List.of(star(at)));
        for (int i = 0; i < given.size(); i++) {
            Expression value = update.from().isPresent()
                    ? new Expression.Field(column(FOUND, at), new Name(FIELD + i, at), at)
                    : given.get(i);
            items.add(item(value, value(i), given.get(i).at()));
        }
        if (update.from().isPresent()) {
            List<Item> known = List.of(
                    star(at), number(marks, at), found(given, update.from().get(), update));
            Query all = Query.Select.of(known, Optional.of(target), at);
            Expression isFound = new Expression.Is(column(FOUND, at), Expression.Test.NULL, true, at);
            return Query.Select.of(items, Optional.of(new Relation.Subquery(all, false, at)), at)
                    .where(isFound);
        }
        items.add(number(marks, at));
        return where(Query.Select.of(items, Optional.of(target), at), update.where(), RowClause.UPDATE);
    }

    /// The values that the first partner of a row gives it, as a struct; null if there is none.
    private static Item found(List<Expression> values, Relation from, Statement.Update update) {
        Span at = update.at();
        List<Argument> fields = new ArrayList<>();
        for (Expression value : values) {
            fields.add(new Argument(Optional.of(new Name(FIELD + fields.size(), at)), value));
        }
        Item found = item(new Expression.StructOf(fields, at), FOUND, at);
        Query all = partners(List.of(found), from, update.where(), RowClause.UPDATE, at);
        Limit one = new Limit(new Expression.Numeral("1", at), false, at);
        Query first = new Query.Ordered(all, List.of(), Optional.of(one), Optional.empty(), at);
        return item(new Expression.Scalar(first, at), FOUND, at);
    }

    /// What the rows of other relations give with which the condition holds for a row of the table.
    private static Query partners(
            List<Item> items, Relation others, Optional<Expression> where, RowClause clause, Span at) {
        return where(Query.Select.of(items, Optional.of(others), at), where, clause);
    }

    private static Query where(Query.Select all, Optional<Expression> where, RowClause clause) {
        return where.<Query>map(condition -> all.where(new Expression.OfRow(clause, condition, condition.at())))
                .orElse(all);
    }

    private static Expression column(String name, Span at) {
        return new Expression.Column(List.of(new Name(name, at)), at);
    }

    private static Relation target(List<Name> table, Optional<Name> alias, Span at) {
        Relation named = new Relation.Named(List.of(new Name(TARGET, at)), at);
        return new Relation.Aliased(named, alias.orElseGet(table::getLast), List.of(), at);
    }

    private static Item number(EditMarks marks, Span at) {
        return item(column(marks.number(), at), marks.number(), at);
    }

    private static Item star(Span at) {
        return new Item(new Expression.Star(List.of(), List.of(), List.of(), List.of(), at), Optional.empty(), at);
    }

    private static Item item(Expression value, String name, Span at) {
        return new Item(value, Optional.of(new Name(name, at)), at);
    }
}
