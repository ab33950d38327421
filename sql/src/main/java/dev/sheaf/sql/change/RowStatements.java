package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.bind.from.FromBinder;
import dev.sheaf.sql.change.catalogue.Assignment;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.NumberedTable;
import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.MergeKind;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.RowClause;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Relation.JoinKind;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Binds DELETE and UPDATE as queries for the rows that change, with their numbers, over one join of the table and
/// the relations that they read besides. A statement costs as much as that query and a copy of the columns that are
/// written, or of all where rows go.
final class RowStatements {
    /// What queries call the table and the numbers of its rows.
    static final String TARGET = UniqueNames.OURS + "target";

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
        EditMarks marks = EditMarks.of(made.table().schema());
        delete.using().ifPresent(others -> tables.refuseItself(made, delete.alias(), others));
        ChangedTable table = new ChangedTable(made, delete.table(), delete.alias(), delete.at());
        Query chosen = rows(table, List.of(), delete.using(), delete.where(), RowClause.DELETE, marks);
        LogicalPlan rows = marked(numbered(made, marks).plan(chosen), made, marks, Map.of());
        return editing(made, marks, MergeKind.DELETE, rows, Set.of());
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

    /// Gives columns of some rows other values.
    ///
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, a column is not there or named
    ///     twice, or the condition or a value cannot be bound
    Editing update(Statement.Update update) {
        Entry.Made made = tables.made(update.table(), update);
        update.from().ifPresent(others -> tables.refuseItself(made, update.alias(), others));
        EditMarks marks = EditMarks.of(made.table().schema());
        List<Name> columns = update.values().stream().map(ColumnValue::column).toList();
        List<Field> fields =
                made.rules().assignment(made.table().schema(), columns, binder).columns();
        List<Expression> given = made.rules()
                .values(update.values().stream().map(ColumnValue::value).toList(), fields, RowClause.UPDATE, binder);
        LogicalPlan query = numbered(made, marks).plan(query(update, made, given, marks));
        Map<String, Expr> values = new HashMap<>();
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            Expr value = col(value(i));
            DataType type = Assignment.checked(field, value, query, update, binder);
            values.put(field.name(), made.rules().checked(value.cast(type), type, field.name()));
        }
        try {
            LogicalPlan changes = made.rules().checked(marked(query, made, marks, values), binder);
            return editing(made, marks, MergeKind.UPDATE, changes, made.rules().written(values.keySet()));
        } catch (IllegalArgumentException refused) {
            throw binder.error(update, String.valueOf(refused.getMessage()));
        }
    }

    private static String value(int number) {
        return UniqueNames.OURS + "value" + number;
    }

    /// The rows that are chosen, and their values.
    private static Query query(Statement.Update update, Entry.Made made, List<Expression> given, EditMarks marks) {
        List<Item> items = new ArrayList<>();
        given.forEach(value -> items.add(item(value, value(items.size()))));
        ChangedTable table = new ChangedTable(made, update.table(), update.alias(), update.at());
        return rows(table, items, update.from(), update.where(), RowClause.UPDATE, marks);
    }

    /// The rows of the table for which the condition holds, with their numbers and some values. If there are other
    /// relations, one join binds them all, and the first pair of a row gives it its values.
    private static Query rows(
            ChangedTable table,
            List<Item> values,
            Optional<Relation> others,
            Optional<Expression> where,
            RowClause clause,
            EditMarks marks) {
        Span at = table.at();
        List<Item> items = new ArrayList<>(values);
        items.add(table.columns());
        items.add(item(column(marks.number(), at), marks.number()));
        Query.Select all = Query.Select.of(items, Optional.of(joined(table.relation(), others, at)), at);
        Query.Select first = others.isEmpty() ? all : all.distinctOn(List.of(column(marks.number(), at)));
        return where.map(condition -> first.where(new Expression.OfRow(clause, condition, condition.at())))
                .orElse(first);
    }

    private static Relation joined(Relation table, Optional<Relation> others, Span at) {
        return others.<Relation>map(right -> new Relation.Joined(
                        table,
                        List.of(new Relation.Join(JoinKind.COMMA, false, false, right, Optional.empty(), at)),
                        at))
                .orElse(table);
    }

    private static Expression column(String name, Span at) {
        return new Expression.Column(List.of(new Name(name, at)), at);
    }

    private static Item item(Expression value, String name) {
        return new Item(value, Optional.of(new Name(name, value.at())), value.at());
    }
}
