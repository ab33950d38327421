package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.Limit;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// DELETE and UPDATE: a query makes all rows that the table is to have, and they take the place of those before.
/// A statement costs as much as reading and writing the whole table. Where another one has changed the table
/// meanwhile, the query runs again.
final class RowStatements {
    /// Begins the names of our columns, which no statement can have meant.
    private static final String OURS = "\uE000";

    private static final String FOUND = OURS + "found";
    private static final String FIELD = OURS + "field";

    private final StatementBinder binder;
    private final TableStatements tables;

    RowStatements(StatementBinder binder, TableStatements tables) {
        this.binder = binder;
        this.tables = tables;
    }

    /// Takes rows out of a table.
    ///
    /// @return how many
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, or the condition is wrong
    long delete(Statement.Delete delete, QueryContext context) {
        StoredTable table = tables.made(delete.table(), delete).table();
        refuseTwins(delete);
        Expression chosen = delete.using()
                .<Expression>map(using -> new Expression.Exists(
                        partners(List.of(star(delete.at())), using, delete.where(), delete.at()), delete.at()))
                .orElseGet(() -> chosen(delete.where(), delete.at()));
        Query.Select all = Query.Select.of(
                List.of(star(delete.at())),
                Optional.of(relation(delete.table(), delete.alias(), delete.at())),
                delete.at());
        LogicalPlan kept = binder.plan(all.where(new Expression.Prefix(Expression.Sign.NOT, chosen, delete.at())));
        while (true) {
            StoredTable.Version version = table.version();
            try (Table rows = Executor.collect(kept, context)) {
                if (table.replace(version, rows)) {
                    return version.rows() - rows.rowCount();
                }
            }
        }
    }

    /// In the query that looks for partners, a relation called like the table would hide it.
    private void refuseTwins(Statement.Delete delete) {
        String own = delete.alias().orElseGet(() -> delete.table().getLast()).text();
        if (delete.using().stream().flatMap(RowStatements::names).anyMatch(own::equalsIgnoreCase)) {
            throw binder.error(delete, "two relations are called \"" + own + "\"; give one of them another name by AS");
        }
    }

    private static Stream<String> names(Relation relation) {
        return switch (relation) {
            case Relation.Named named -> Stream.of(named.path().getLast().text());
            case Relation.Aliased aliased -> Stream.of(aliased.name().text());
            case Relation.Sampled sampled -> names(sampled.relation());
            case Relation.Joined joined ->
                Stream.concat(names(joined.first()), joined.joins().stream().flatMap(join -> names(join.right())));
            default -> Stream.of();
        };
    }

    /// Gives columns of some rows other values.
    ///
    /// @return how many rows
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, a column is not there or named
    ///     twice, or the condition or a value cannot be bound
    long update(Statement.Update update, QueryContext context) {
        Catalogue.Made made = tables.made(update.table(), update);
        StoredTable table = made.table();
        UniqueNames names = new UniqueNames(table.schema().names());
        String chosen = names.unique(OURS + "chosen");
        LogicalPlan plan = updated(update, made, chosen, names);
        while (true) {
            StoredTable.Version version = table.version();
            try (Table rows = Executor.collect(plan, context);
                    Table changed = rows.select(table.schema().names())) {
                made.rules().check(Optional.empty(), changed, context);
                if (table.replace(version, changed)) {
                    return count((BoolColumn) rows.column(chosen));
                }
            }
        }
    }

    /// The columns of the table, and whether a row was chosen.
    private LogicalPlan updated(Statement.Update update, Catalogue.Made made, String chosen, UniqueNames names) {
        Schema schema = made.table().schema();
        List<Name> columns = update.values().stream().map(ColumnValue::column).toList();
        List<Field> fields = Assignment.of(schema, columns, binder).columns();
        List<String> values =
                fields.stream().map(field -> names.unique(OURS + "value")).toList();
        LogicalPlan query = binder.plan(query(update, fields, made.rules(), chosen, values));
        List<Expr> results = new ArrayList<>();
        for (Field field : schema.fields()) {
            int value = fields.indexOf(field);
            Expr before = col(field.name());
            if (value >= 0) {
                Assignment.checked(field, col(values.get(value)), query, update, binder);
            }
            results.add(
                    value < 0
                            ? before
                            : when(col(chosen))
                                    .then(col(values.get(value)).cast(field.type()))
                                    .otherwise(before)
                                    .as(field.name()));
        }
        results.add(col(chosen));
        try {
            return new LogicalPlan.Project(query, results);
        } catch (IllegalArgumentException refused) {
            throw binder.error(update, String.valueOf(refused.getMessage()));
        }
    }

    /// The rows, whether each is chosen, and the values of those that are: others are not computed, since they may
    /// fail.
    private static Query query(
            Statement.Update update, List<Field> fields, TableRules rules, String chosen, List<String> values) {
        Span at = update.at();
        List<Expression> given = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Expression value =
                    rules.filled(update.values().get(i).value(), fields.get(i).name());
            given.add(new Expression.OfRow(value, value.at()));
        }
        List<Item> known = update.from()
                .map(from -> found(given, from, update, chosen))
                .orElseGet(() -> List.of(item(chosen(update.where(), at), chosen, at)));
        Name name = update.alias().orElseGet(() -> update.table().getLast());
        List<Item> items = new ArrayList<>(List.of(star(at)));
        for (int i = 0; i < values.size(); i++) {
            Expression value = update.from().isPresent()
                    ? new Expression.Field(column(FOUND, at), new Name(FIELD + i, at), at)
                    : given.get(i);
            items.add(item(
                    new Expression.Case(
                            Optional.empty(),
                            List.of(new Expression.When(column(chosen, at), value)),
                            Optional.empty(),
                            value.at()),
                    values.get(i),
                    value.at()));
        }
        List<Item> all = new ArrayList<>(List.of(star(at)));
        all.addAll(known);
        Relation rows = new Relation.Subquery(
                Query.Select.of(all, Optional.of(relation(update.table(), update.alias(), at)), at), false, at);
        return Query.Select.of(items, Optional.of(new Relation.Aliased(rows, name, List.of(), at)), at);
    }

    /// The values that the first partner of a row gives it, as a struct, and whether there is one.
    private static List<Item> found(List<Expression> values, Relation from, Statement.Update update, String chosen) {
        Span at = update.at();
        List<Argument> fields = new ArrayList<>();
        for (Expression value : values) {
            fields.add(new Argument(Optional.of(new Name(FIELD + fields.size(), at)), value));
        }
        Query all = partners(List.of(item(new Expression.StructOf(fields, at), FOUND, at)), from, update.where(), at);
        Limit one = new Limit(new Expression.Numeral("1", at), false, at);
        Query first = new Query.Ordered(all, List.of(), Optional.of(one), Optional.empty(), at);
        Expression isFound = new Expression.Is(column(FOUND, at), Expression.Test.NULL, true, at);
        return List.of(item(new Expression.Scalar(first, at), FOUND, at), item(isFound, chosen, at));
    }

    /// What the rows of other relations give with which the condition holds for a row of the table.
    private static Query partners(List<Item> items, Relation others, Optional<Expression> where, Span at) {
        Query.Select all = Query.Select.of(items, Optional.of(others), at);
        return where.map(condition -> all.where(new Expression.OfRow(condition, condition.at())))
                .orElse(all);
    }

    private static Expression column(String name, Span at) {
        return new Expression.Column(List.of(new Name(name, at)), at);
    }

    private static Expression chosen(Optional<Expression> where, Span at) {
        return where.<Expression>map(condition -> new Expression.Is(
                        new Expression.OfRow(condition, condition.at()), Expression.Test.TRUE, false, condition.at()))
                .orElseGet(() -> new Expression.Bool(true, at));
    }

    private static Relation relation(List<Name> table, Optional<Name> alias, Span at) {
        Relation named = new Relation.Named(table, at);
        return alias.<Relation>map(name -> new Relation.Aliased(named, name, List.of(), at))
                .orElse(named);
    }

    private static Item star(Span at) {
        return new Item(new Expression.Star(List.of(), List.of(), List.of(), List.of(), at), Optional.empty(), at);
    }

    private static Item item(Expression value, String name, Span at) {
        return new Item(value, Optional.of(new Name(name, at)), at);
    }

    private static long count(BoolColumn chosen) {
        long count = 0;
        for (long row = 0; row < chosen.length(); row += Long.SIZE) {
            count += Long.bitCount(chosen.trueWord(row));
        }
        return count;
    }
}
