package dev.sheaf.sql.change.catalogue;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.ColumnChoice;
import dev.sheaf.sql.bind.scope.ColumnFacts;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.ResultNames;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.function.TextForm;
import dev.sheaf.sql.keys.ForeignKey;
import dev.sheaf.sql.keys.UniqueKeys;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Clauses.TableKey;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.RowClause;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.TreeSearch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What CREATE TABLE says of a table besides its columns.
///
/// @param keys columns that no two rows have alike, by name; rows with a null in them are like no other
/// @param primary the columns of the one that is primary, none of which takes nulls; empty if none is
/// @param defaults what a column has where nothing is said, by name; the others have null
/// @param texts the columns that hold texts of a kind, by name
/// @param collations how columns are compared whose values are not compared as they are, by name
/// @param checks conditions that are false for no row
/// @param indexes the columns of the key that an index is, by its name in small letters; none if it is not UNIQUE
/// @param references keys of other tables
public record TableRules(
        List<List<String>> keys,
        List<String> primary,
        Map<String, Expression> defaults,
        Map<String, TextForm> texts,
        Map<String, Collation> collations,
        RowChecks checks,
        Map<String, List<String>> indexes,
        List<ForeignKey> references) {

    /// The rules of a statement for a table of these columns.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if a key has a column that is not there, or a default does not fit its
    ///     column
    public static TableRules of(Statement.CreateTable create, StoredTable table, StatementBinder binder) {
        if (create.keys().stream().filter(TableKey::primary).count() > 1) {
            throw binder.error(create, "a table has one PRIMARY KEY; write UNIQUE for the other");
        }
        List<List<String>> keys = new ArrayList<>();
        List<String> primary = List.of();
        for (TableKey key : create.keys()) {
            List<String> columns = Assignment.of(table.schema(), key.columns(), binder).columns().stream()
                    .map(Field::name)
                    .toList();
            keys.add(columns);
            primary = key.primary() ? columns : primary;
        }
        Map<String, Expression> defaults = new HashMap<>();
        create.columns()
                .forEach(column -> column.otherwise()
                        .ifPresent(value -> defaults.put(column.name().text(), value)));
        Map<String, TextForm> texts = new HashMap<>();
        create.columns()
                .forEach(column -> column.type()
                        .flatMap(binder::form)
                        .ifPresent(form -> texts.put(column.name().text(), form)));
        Map<String, Collation> collations = new HashMap<>();
        create.columns()
                .forEach(column -> Collation.of(column.collation())
                        .filter(Collation::changes)
                        .ifPresent(how -> collations.put(column.name().text(), how)));
        TableRules rules = new TableRules(
                List.copyOf(keys),
                primary,
                Map.copyOf(defaults),
                Map.copyOf(texts),
                Map.copyOf(collations),
                RowChecks.of(create, table, binder),
                Map.of(),
                List.of());
        rules.check(table.schema(), binder);
        return rules;
    }

    /// Whether a default is a number of a sequence.
    public boolean reads(String sequence) {
        return defaults.values().stream().anyMatch(value -> TreeSearch.readsSequence(value, sequence));
    }

    /// The keys, to be looked for among rows.
    public UniqueKeys uniqueKeys() {
        return new UniqueKeys(keys);
    }

    /// Rows of the table with what is generated; they are an error if a condition is false for one.
    public LogicalPlan checked(LogicalPlan rows, StatementBinder binder) {
        return checks.over(binder.collated(rows, collations), binder);
    }

    /// Rows of the table with what is generated.
    public LogicalPlan withGenerated(LogicalPlan rows, StatementBinder binder) {
        return checks.withGenerated(binder.collated(rows, collations), binder);
    }

    /// Whether the defaults fit their columns.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if one does not
    public void check(Schema schema, StatementBinder binder) {
        schema.fields().forEach(field -> otherwise(field, binder));
        for (Field field : computed(schema)) {
            Expression value = filled(new Expression.Default(new Span(0, 0)), field.name());
            LogicalPlan _ = binder.plan(new Query.Values(List.of(List.of(value)), value.at()), List.of(field.type()));
        }
    }

    /// The same with one more key.
    public TableRules withKey(List<String> key, boolean isPrimary) {
        List<List<String>> all = new ArrayList<>(keys);
        all.add(key);
        return new TableRules(
                List.copyOf(all), isPrimary ? key : primary, defaults, texts, collations, checks, indexes, references);
    }

    /// The same with another default of a column, or without one.
    public TableRules withDefault(String column, Optional<Expression> value) {
        Map<String, Expression> all = new HashMap<>(defaults);
        all.remove(column);
        value.ifPresent(given -> all.put(column, given));
        return new TableRules(keys, primary, Map.copyOf(all), texts, collations, checks, indexes, references);
    }

    /// The same of a column whose texts are of another kind, or of any.
    public TableRules withTexts(String column, Optional<TextForm> form) {
        Map<String, TextForm> all = new HashMap<>(texts);
        all.remove(column);
        form.ifPresent(given -> all.put(column, given));
        return new TableRules(keys, primary, defaults, Map.copyOf(all), collations, checks, indexes, references);
    }

    /// The same of a column whose values are compared in another way.
    public TableRules withCollation(String column, Optional<Collation> how) {
        Map<String, Collation> all = new HashMap<>(collations);
        all.remove(column);
        how.filter(Collation::changes).ifPresent(given -> all.put(column, given));
        return withCollations(all);
    }

    /// The same of columns whose values are compared in these ways.
    public TableRules withCollations(Map<String, Collation> all) {
        return new TableRules(keys, primary, defaults, texts, Map.copyOf(all), checks, indexes, references);
    }

    /// An assignment of values to columns that a statement names, or to all if it names none. Generated columns
    /// take no values.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError as [Assignment#of], or if a column is generated
    public Assignment assignment(Schema schema, List<Name> names, StatementBinder binder) {
        for (Name name : names) {
            if (checks.generated().keySet().stream().anyMatch(name.text()::equalsIgnoreCase)) {
                throw binder.error(name, "the column \"" + name.text() + "\" is generated, and takes no values");
            }
        }
        Assignment named = Assignment.of(schema, names, binder);
        return new Assignment(
                schema,
                named.columns().stream()
                        .filter(field -> !checks.generated().containsKey(field.name()))
                        .toList());
    }

    /// The same without what is said of a column that nothing reads.
    public TableRules without(String column) {
        TableRules left = withDefault(column, Optional.empty())
                .withTexts(column, Optional.empty())
                .withCollation(column, Optional.empty());
        return new TableRules(
                keys,
                primary,
                left.defaults(),
                left.texts(),
                left.collations(),
                checks.without(column),
                indexes,
                references);
    }

    /// The columns that are written where some get values: those that are generated, too.
    public Set<String> written(Set<String> columns) {
        Set<String> all = new HashSet<>(columns);
        all.addAll(checks.generated().keySet());
        return Set.copyOf(all);
    }

    /// The rows that an assignment makes of those of a query; columns that get no value have their default. CHECK is
    /// not looked at.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError as [Assignment#rows]
    public LogicalPlan rows(LogicalPlan query, Assignment assignment, Node node, StatementBinder binder) {
        LogicalPlan rows = assignment.rows(query, column -> otherwise(column, binder), node, binder);
        return texts.isEmpty()
                ? rows
                : new LogicalPlan.Project(
                        rows,
                        rows.schema().names().stream()
                                .map(name -> checked(col(name), rows.schema().type(name), name)
                                        .as(name))
                                .toList());
    }

    /// A value as the column of a name takes it.
    public Expr checked(Expr value, DataType type, String column) {
        return Optional.ofNullable(texts.get(column))
                .map(form -> form.of(value, type, false))
                .orElse(value);
    }

    /// The same of a column with another name.
    public TableRules renamed(String column, String name) {
        TableRules all = withDefault(column, Optional.empty())
                .withDefault(name, Optional.ofNullable(defaults.get(column)))
                .withTexts(column, Optional.empty())
                .withTexts(name, Optional.ofNullable(texts.get(column)))
                .withCollation(column, Optional.empty())
                .withCollation(name, Optional.ofNullable(collations.get(column)));
        return new TableRules(
                keys.stream().map(key -> renamed(key, column, name)).toList(),
                renamed(primary, column, name),
                all.defaults(),
                all.texts(),
                all.collations(),
                checks.renamed(column, name),
                indexes.entrySet().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                Map.Entry::getKey, index -> renamed(index.getValue(), column, name))),
                references.stream().map(key -> key.renamed(column, name)).toList());
    }

    /// The same with keys of other tables.
    public TableRules withReferences(List<ForeignKey> keysOfOthers) {
        return new TableRules(keys, primary, defaults, texts, collations, checks, indexes, keysOfOthers);
    }

    /// The same with an index, whose key is one already.
    public TableRules withIndex(String index, List<String> key) {
        Map<String, List<String>> all = new HashMap<>(indexes);
        all.put(Relations.key(index), key);
        return new TableRules(keys, primary, defaults, texts, collations, checks, Map.copyOf(all), references);
    }

    /// The same without an index and its key.
    public TableRules withoutIndex(String index) {
        Map<String, List<String>> all = new HashMap<>(indexes);
        List<List<String>> left = new ArrayList<>(keys);
        left.remove(all.remove(Relations.key(index)));
        return new TableRules(
                List.copyOf(left), primary, defaults, texts, collations, checks, Map.copyOf(all), references);
    }

    private static List<String> renamed(List<String> key, String column, String name) {
        return key.stream().map(each -> each.equals(column) ? name : each).toList();
    }

    /// The columns of a table whose default is another one for each row, such as a number of a sequence.
    public List<Field> computed(Schema schema) {
        return schema.fields().stream()
                .filter(field ->
                        defaults.containsKey(field.name()) && TreeSearch.holdsVolatileCall(defaults.get(field.name())))
                .toList();
    }

    /// What is known of a column.
    public ColumnFacts facts(Field column) {
        return new ColumnFacts(
                !column.nullable(),
                primary.contains(column.name()),
                keys.contains(List.of(column.name())),
                Optional.ofNullable(defaultTexts().get(column.name())),
                Optional.ofNullable(collations.get(column.name())));
    }

    /// The defaults as SQL, by the names of their columns.
    public Map<String, String> defaultTexts() {
        ResultNames names = new ResultNames(Scope.EMPTY, new ColumnChoice());
        Map<String, String> texts = new HashMap<>();
        defaults.forEach((column, value) -> texts.put(column, names.of(value)));
        return texts;
    }

    private Expr otherwise(Field column, StatementBinder binder) {
        return Optional.ofNullable(defaults.get(column.name()))
                .filter(value -> !TreeSearch.holdsVolatileCall(value))
                .map(value -> {
                    Query.Values values = new Query.Values(List.of(List.of(value)), value.at());
                    try (Table row = LazyFrame.of(binder.plan(values, List.of(column.type())))
                            .collect()) {
                        return (Expr) new Expr.Literal(
                                row.column(0).get(0), row.schema().field(0).type());
                    }
                })
                .orElseGet(() -> new Expr.Literal(null, column.type()));
    }

    /// A value as it was written, or that of the column for DEFAULT.
    public Expression filled(Expression value, String column) {
        return value instanceof Expression.Default
                ? defaults.getOrDefault(column, new Expression.Null(value.at()))
                : value;
    }

    /// The values cast to the types of their columns, where these have names.
    public List<Expression> values(
            List<Expression> values, List<Field> fields, RowClause clause, StatementBinder binder) {
        List<Expression> given = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Expression value = filled(values.get(i), fields.get(i).name());
            Expression cast = binder.name(fields.get(i).type(), value.at())
                    .<Expression>map(type -> new Expression.Cast(value, type, false, value.at()))
                    .orElse(value);
            given.add(new Expression.OfRow(clause, cast, value.at()));
        }
        return given;
    }
}
