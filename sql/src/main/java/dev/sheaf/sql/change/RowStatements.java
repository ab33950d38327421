package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.tree.Clauses.ColumnValue;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.Limit;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.RowClause;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Binds DELETE and UPDATE as queries over all rows of the table, of which they mark some. A statement costs as much
/// as reading and writing the whole table.
final class RowStatements {
    /// Begins the names of our columns, which no statement can have meant.
    private static final String OURS = "\uE000";

    private static final String CHOSEN = OURS + "chosen";
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
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, or the condition is wrong
    RowChange delete(Statement.Delete delete) {
        Entry.Made made = tables.made(delete.table(), delete);
        refuseTwins(delete);
        Span at = delete.at();
        String chosen = new UniqueNames(made.table().schema().names()).unique(CHOSEN);
        Expression isChosen = delete.using()
                .<Expression>map(using -> new Expression.Exists(
                        partners(List.of(star(at)), using, delete.where(), RowClause.DELETE, at), at))
                .orElseGet(() -> chosen(delete.where(), RowClause.DELETE, at));
        Query marked = Query.Select.of(
                List.of(star(at), item(isChosen, chosen, at)),
                Optional.of(relation(delete.table(), delete.alias(), at)),
                at);
        return new Deletion(made, binder.plan(marked), chosen);
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
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, a column is not there or named
    ///     twice, or the condition or a value cannot be bound
    Updating update(Statement.Update update) {
        Entry.Made made = tables.made(update.table(), update);
        UniqueNames names = new UniqueNames(made.table().schema().names());
        String chosen = names.unique(CHOSEN);
        return new Updating(made, updated(update, made, chosen, names), chosen);
    }

    /// The columns of the table, and whether a row was chosen.
    private LogicalPlan updated(Statement.Update update, Entry.Made made, String chosen, UniqueNames names) {
        Schema schema = made.table().schema();
        List<Name> columns = update.values().stream().map(ColumnValue::column).toList();
        List<Field> fields = Assignment.of(schema, columns, binder).columns();
        List<String> values =
                fields.stream().map(field -> names.unique(OURS + "value")).toList();
        LogicalPlan query = binder.plan(query(
                update,
                made.rules()
                        .values(
                                update.values().stream().map(ColumnValue::value).toList(),
                                fields,
                                RowClause.UPDATE,
                                binder),
                chosen,
                values));
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
                                    .then(made.rules()
                                            .checked(
                                                    col(values.get(value)).cast(field.type()),
                                                    field.type(),
                                                    field.name()))
                                    .otherwise(before)
                                    .as(field.name()));
        }
        results.add(col(chosen));
        try {
            return made.rules().checks().over(new LogicalPlan.Project(query, results), binder);
        } catch (IllegalArgumentException refused) {
            throw binder.error(update, String.valueOf(refused.getMessage()));
        }
    }

    /// The rows, whether each is chosen, and the values of those that are: others are not computed, since they may
    /// fail.
    private static Query query(Statement.Update update, List<Expression> given, String chosen, List<String> values) {
        Span at = update.at();
        List<Item> known = update.from()
                .map(from -> found(given, from, update, chosen))
                .orElseGet(() -> List.of(item(chosen(update.where(), RowClause.UPDATE, at), chosen, at)));
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
        Item found = item(new Expression.StructOf(fields, at), FOUND, at);
        Query all = partners(List.of(found), from, update.where(), RowClause.UPDATE, at);
        Limit one = new Limit(new Expression.Numeral("1", at), false, at);
        Query first = new Query.Ordered(all, List.of(), Optional.of(one), Optional.empty(), at);
        Expression isFound = new Expression.Is(column(FOUND, at), Expression.Test.NULL, true, at);
        return List.of(item(new Expression.Scalar(first, at), FOUND, at), item(isFound, chosen, at));
    }

    /// What the rows of other relations give with which the condition holds for a row of the table.
    private static Query partners(
            List<Item> items, Relation others, Optional<Expression> where, RowClause clause, Span at) {
        Query.Select all = Query.Select.of(items, Optional.of(others), at);
        return where.map(condition -> all.where(new Expression.OfRow(clause, condition, condition.at())))
                .orElse(all);
    }

    private static Expression column(String name, Span at) {
        return new Expression.Column(List.of(new Name(name, at)), at);
    }

    private static Expression chosen(Optional<Expression> where, RowClause clause, Span at) {
        return where.<Expression>map(condition -> new Expression.Is(
                        new Expression.OfRow(clause, condition, condition.at()),
                        Expression.Test.TRUE,
                        false,
                        condition.at()))
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
}
