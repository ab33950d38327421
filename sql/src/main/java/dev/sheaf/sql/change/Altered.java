package dev.sheaf.sql.change;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.change.catalogue.Assignment;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.change.catalogue.TableRules;
import dev.sheaf.sql.tree.Alteration;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.TableKey;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A table as ALTER makes it: its columns, what each has for a row of the table before, and its rules.
///
/// @param statement where errors are
record Altered(
        List<Field> fields,
        List<Expression> values,
        TableRules rules,
        Entry.Made before,
        StatementBinder binder,
        Node statement) {

    /// The table as it is.
    Altered(Entry.Made before, StatementBinder binder, Node statement) {
        List<Field> fields = before.table().schema().fields();
        List<Expression> values = fields.stream()
                .<Expression>map(field -> column(field.name(), statement))
                .toList();
        this(fields, values, before.rules(), before, binder, statement);
    }

    private static Expression column(String name, Node node) {
        return new Expression.Column(List.of(new Name(name, node.at())), node.at());
    }

    /// What an alteration makes of it; nothing if nothing is to be done.
    ///
    /// @throws QueryError if a column is not there, or is there already, or a key needs it
    Optional<Altered> by(Alteration alteration) {
        return switch (alteration) {
            case Alteration.RenameColumn rename -> Optional.of(renamed(rename));
            case Alteration.AddColumn add
            when add.ifNotExists() && index(add.column().name().text()) >= 0 -> Optional.empty();
            case Alteration.AddColumn add -> Optional.of(added(add));
            case Alteration.AddKey add -> Optional.of(with(add.key()));
            case Alteration.AddIndex(Name name, Optional<TableKey> key)
            when key.isPresent() -> {
                Altered all = with(key.get());
                yield Optional.of(with(
                        fields,
                        values,
                        all.rules.withIndex(name.text(), all.rules.keys().getLast())));
            }
            case Alteration.DropColumn drop
            when drop.ifExists() && index(drop.column().text()) < 0 -> Optional.empty();
            case Alteration.DropColumn drop -> Optional.of(dropped(drop.column()));
            case Alteration.SetType set -> Optional.of(typed(set));
            case Alteration.SetNotNull(Name column, boolean notNull) -> Optional.of(nullable(column, !notNull));
            case Alteration.SetDefault _, Alteration.RenameTable _, Alteration.AddIndex _, Alteration.DropIndex _ ->
                throw new IllegalArgumentException("this changes no column: " + alteration);
        };
    }

    /// The rules with another default of a column.
    TableRules defaults(Alteration.SetDefault set) {
        int column = findGiven(set.column());
        TableRules changed = rules.withDefault(fields.get(column).name(), set.value());
        changed.check(schema(), binder);
        return changed;
    }

    Schema schema() {
        try {
            return new Schema(fields);
        } catch (IllegalArgumentException twice) {
            throw binder.error(statement, String.valueOf(twice.getMessage()));
        }
    }

    /// The rows that the table is to have.
    LogicalPlan rows() {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Name name = new Name(fields.get(i).name(), statement.at());
            items.add(new Item(values.get(i), Optional.of(name), statement.at()));
        }
        Name table = new Name(before.name(), statement.at());
        Relation relation = new Relation.Named(List.of(table), statement.at());
        LogicalPlan rows = binder.plan(Query.Select.of(items, Optional.of(relation), statement.at()));
        LogicalPlan altered = rules.rows(rows, new Assignment(schema(), fields), statement, binder);
        return rules.checked(altered, binder);
    }

    private int index(String column) {
        return IntStream.range(0, fields.size())
                .filter(i -> fields.get(i).name().equalsIgnoreCase(column))
                .findFirst()
                .orElse(-1);
    }

    private int find(Name column) {
        Field found = Assignment.of(schema(), List.of(column), binder).columns().getFirst();
        return fields.indexOf(found);
    }

    /// A column that is not generated.
    private int findGiven(Name column) {
        int found = find(column);
        if (rules.checks().generated().containsKey(fields.get(found).name())) {
            throw binder.error(column, "the column \"" + column.text() + "\" is generated, and stays as it was made");
        }
        return found;
    }

    private void checkFree(Name column) {
        if (index(column.text()) >= 0) {
            throw binder.error(column, "there is a column \"" + column.text() + "\" already");
        }
    }

    private Altered with(List<Field> columns, List<Expression> theirs, TableRules rule) {
        return new Altered(columns, theirs, rule, before, binder, statement);
    }

    private static <T> List<T> replaced(List<T> list, int index, T element) {
        List<T> changed = new ArrayList<>(list);
        changed.set(index, element);
        return changed;
    }

    private static <T> List<T> appended(List<T> list, T element) {
        List<T> changed = new ArrayList<>(list);
        changed.add(element);
        return changed;
    }

    private static <T> List<T> without(List<T> list, int index) {
        List<T> changed = new ArrayList<>(list);
        changed.remove(index);
        return changed;
    }

    private Altered renamed(Alteration.RenameColumn rename) {
        int column = find(rename.column());
        Field field = fields.get(column);
        String name = rename.name().text();
        if (!name.equalsIgnoreCase(field.name())) {
            checkFree(rename.name());
        }
        Field renamed = new Field(name, field.type(), field.nullable());
        return with(replaced(fields, column, renamed), values, rules.renamed(field.name(), name));
    }

    private Altered added(Alteration.AddColumn add) {
        checkFree(add.column().name());
        String name = add.column().name().text();
        TypeName type = add.column()
                .type()
                .filter(_ -> add.column().generated().isEmpty())
                .orElseThrow(() -> binder.error(add.column(), "a generated column is made with its table"));
        Field field = new Field(name, binder.type(type), !add.column().notNull());
        Expression value = add.column().otherwise().orElseGet(() -> new Expression.Null(statement.at()));
        TableRules extended = rules.withDefault(name, add.column().otherwise())
                .withTexts(name, binder.form(type))
                .withCollation(name, collation(add.column().collation(), field.type(), add.column()));
        Altered all = with(appended(fields, field), appended(values, value), extended);
        for (TableKey key : add.keys()) {
            all = all.with(key);
        }
        return all;
    }

    private Optional<Collation> collation(List<Name> names, DataType type, Node column) {
        return names.isEmpty() ? Optional.empty() : Optional.of(binder.collation(names, type, column));
    }

    private Altered with(TableKey key) {
        if (key.primary() && !rules.primary().isEmpty()) {
            throw binder.error(statement, "the table has a PRIMARY KEY, (" + String.join(", ", rules.primary()) + ")");
        }
        List<String> columns = key.columns().stream()
                .map(column -> fields.get(find(column)).name())
                .toList();
        Altered all = with(fields, values, rules.withKey(columns, key.primary()));
        if (key.primary()) {
            for (Name column : key.columns()) {
                all = all.nullable(all.find(column), false);
            }
        }
        return all;
    }

    private Altered dropped(Name name) {
        int column = find(name);
        String dropped = fields.get(column).name();
        checkUnused(dropped, name);
        if (fields.size() == 1) {
            throw binder.error(name, "a table has a column at least; DROP TABLE drops it");
        }
        return with(without(fields, column), without(values, column), rules.without(dropped));
    }

    /// As in DuckDB, what keys and conditions are made of stays as it is.
    private void checkUnused(String column, Name name) {
        boolean inKey = rules.keys().stream().anyMatch(key -> key.contains(column))
                || rules.references().stream().anyMatch(key -> key.columns().contains(column));
        if (inKey || rules.checks().read(column)) {
            throw binder.error(
                    name,
                    (inKey ? "a key" : "a CHECK or a generated column") + " needs the column \"" + column
                            + "\" as it is");
        }
    }

    private Altered typed(Alteration.SetType set) {
        int column = findGiven(set.column());
        Field field = fields.get(column);
        checkUnused(field.name(), set.column());
        DataType type = binder.type(set.type());
        Expression value =
                new Expression.Cast(set.using().orElse(values.get(column)), set.type(), false, statement.at());
        Altered all = with(
                replaced(fields, column, new Field(field.name(), type, field.nullable())),
                replaced(values, column, value),
                rules.withTexts(field.name(), binder.form(set.type()))
                        .withCollation(field.name(), collation(set.collation(), type, set.column())));
        rules.check(all.schema(), binder);
        return all;
    }

    private Altered nullable(Name name, boolean nullable) {
        int column = find(name);
        if (nullable && rules.primary().contains(fields.get(column).name())) {
            throw binder.error(name, "the PRIMARY KEY has this column, and takes no nulls");
        }
        return nullable(column, nullable);
    }

    private Altered nullable(int column, boolean nullable) {
        Field field = fields.get(column);
        return with(replaced(fields, column, new Field(field.name(), field.type(), nullable)), values, rules);
    }
}
