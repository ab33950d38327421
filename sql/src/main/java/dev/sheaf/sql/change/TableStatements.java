package dev.sheaf.sql.change;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Assignment;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.change.catalogue.TableRules;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.ConstantRows;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Clauses.ColumnDefinition;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.TableKey;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import dev.sheaf.sql.tree.Substitution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Makes tables, finds those that statements name, and binds what is added to them.
final class TableStatements {
    private final StatementBinder binder;
    private final Catalogue catalogue;
    private final DropStatements names;

    TableStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
        this.names = new DropStatements(binder, catalogue);
    }

    /// Makes a table.
    ///
    /// @return how many rows it has
    /// @throws QueryError if its name is taken, or its query cannot be bound
    long create(Statement.CreateTable create, QueryContext context) {
        String name = names.free(create.table(), create);
        Optional<LogicalPlan> rows = create.query().map(query -> rows(create, query));
        Optional<Entry> found = catalogue.find(name);
        if (create.existing() == Existing.KEEP && found.isPresent()) {
            return 0;
        }
        if (create.existing() == Existing.FAIL && found.isPresent()) {
            throw taken(create);
        }
        found.ifPresent(entry -> names.checkKind(entry, false, "CREATE OR REPLACE", create));
        StoredTable table = new StoredTable(name, schema(create, rows), context.pool());
        try {
            TableRules rules = TableRules.of(create, table, binder);
            rules = rows.map(binder::collations).map(rules::withCollations).orElse(rules);
            rules = rules.withReferences(
                    catalogue.foreignKeys().of(create, table, rules, key -> made(key.table(), key), binder));
            Entry.Made made = new Entry.Made(name, table, rules, catalogue.foreignKeys());
            Optional<LogicalPlan> checked = rows.map(all -> made.rules().checked(all, binder));
            long count = checked.isPresent() ? new Insertion(made, checked.get()).count(context) : 0;
            store(create, made);
            return count;
        } catch (RuntimeException | Error failure) {
            table.close();
            throw failure;
        }
    }

    private LogicalPlan rows(Statement.CreateTable create, Query query) {
        if (!create.columns().isEmpty()) {
            throw binder.error(create, "CREATE TABLE takes columns or AS, not both; cast in the query");
        }
        return binder.plan(query);
    }

    private void store(Statement.CreateTable create, Entry.Made made) {
        if (create.existing() == Existing.REPLACE) {
            names.checkUnused(made.name(), create);
            catalogue.put(made);
        } else if (!catalogue.putIfAbsent(made)) {
            throw taken(create);
        }
    }

    private QueryError taken(Statement.CreateTable create) {
        return binder.error(
                create,
                "there is a table or view \"" + Name.ofTable(create.table())
                        + "\" already; write CREATE OR REPLACE TABLE, or CREATE TABLE IF NOT EXISTS");
    }

    /// As in DuckDB, the columns of AS may hold nulls whatever the query says.
    private Schema schema(Statement.CreateTable create, Optional<LogicalPlan> rows) {
        try {
            return new Schema(
                    rows.isPresent()
                            ? rows.get().schema().fields().stream()
                                    .map(field ->
                                            new Field(field.name(), field.type().decoded()))
                                    .toList()
                            : fields(create));
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException twice) {
            throw binder.error(create, String.valueOf(twice.getMessage()));
        }
    }

    private List<Field> fields(Statement.CreateTable create) {
        Map<ColumnDefinition, DataType> types = types(create);
        List<Field> fields = new ArrayList<>();
        for (ColumnDefinition column : create.columns()) {
            DataType type = Objects.requireNonNull(types.get(column));
            if (!column.collation().isEmpty()) {
                binder.collation(column.collation(), type, column);
            }
            boolean nullable = !column.notNull() && !isPrimary(column, create.keys());
            fields.add(new Field(column.name().text(), type, nullable));
        }
        return fields;
    }

    /// The types of the columns. Those of generated columns that are not written come last, each behind those that
    /// it reads.
    private Map<ColumnDefinition, DataType> types(Statement.CreateTable create) {
        Map<ColumnDefinition, DataType> types = new LinkedHashMap<>();
        List<ColumnDefinition> left = new ArrayList<>();
        for (ColumnDefinition column : create.columns()) {
            column.type().ifPresentOrElse(type -> types.put(column, binder.type(type)), () -> left.add(column));
        }
        while (!left.isEmpty()) {
            ColumnDefinition next = left.stream()
                    .filter(column -> left.stream().noneMatch(other -> reads(column, other)))
                    .findFirst()
                    .orElseGet(left::getFirst);
            types.put(next, typeOf(next, types, create));
            left.remove(next);
        }
        return types;
    }

    private static boolean reads(ColumnDefinition column, ColumnDefinition other) {
        return Substitution.paths(column.generated().orElseThrow().condition()).stream()
                .flatMap(path -> path.path().stream())
                .anyMatch(name -> name.text().equalsIgnoreCase(other.name().text()));
    }

    /// The type of a generated column whose type is not written, over the columns whose types are known.
    private DataType typeOf(
            ColumnDefinition column, Map<ColumnDefinition, DataType> types, Statement.CreateTable create) {
        List<Field> known = types.entrySet().stream()
                .map(other -> new Field(other.getKey().name().text(), other.getValue()))
                .toList();
        ConstantRows rows = new ConstantRows(new Schema(known), List.of());
        LogicalPlan scan = new LogicalPlan.Scan(rows, rows.schema().names(), Optional.empty());
        Expression value = column.generated().orElseThrow().condition();
        Relation table = new Relation.Named(List.of(create.table().getLast()), column.at());
        Item item = new Item(value, Optional.empty(), column.at());
        return binder.plan(List.of(item), table, create.table().getLast().text(), scan)
                .schema()
                .field(0)
                .type();
    }

    private static boolean isPrimary(ColumnDefinition column, List<TableKey> keys) {
        return keys.stream()
                .filter(TableKey::primary)
                .flatMap(key -> key.columns().stream())
                .anyMatch(name -> name.text().equalsIgnoreCase(column.name().text()));
    }

    /// The same, but rows that violate a CHECK are an error.
    Insertion checked(Insertion insertion) {
        Entry.Made made = insertion.made();
        return new Insertion(made, made.rules().checked(insertion.query(), binder));
    }

    /// Adds the rows of a query, whatever CHECK says of them.
    ///
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, or the rows do not fit it
    Insertion insert(Statement.Insert insert) {
        Entry.Made made = made(insert.table(), insert);
        Schema schema = made.table().schema();
        Assignment named = made.rules().assignment(schema, insert.columns(), binder);
        LogicalPlan query = query(insert.query(), named, made.rules());
        Assignment assignment = insert.byName() ? byName(made, query, insert) : named;
        return insertion(made, query, assignment, insert.query());
    }

    private Assignment byName(Entry.Made made, LogicalPlan query, Node node) {
        List<Name> names = query.schema().names().stream()
                .map(name -> new Name(name, node.at()))
                .toList();
        return made.rules().assignment(made.table().schema(), names, binder);
    }

    /// As [#insert], the columns being assigned.
    Insertion insertion(Entry.Made made, LogicalPlan query, Assignment assignment, Node node) {
        List<Field> computed = made.rules().computed(made.table().schema()).stream()
                .filter(field -> !assignment.columns().contains(field))
                .toList();
        if (computed.isEmpty()) {
            return new Insertion(made, made.rules().rows(query, assignment, node, binder));
        }
        List<Field> columns = new ArrayList<>(assignment.columns());
        columns.addAll(computed);
        LogicalPlan rows = computed(query, computed, made.rules(), node);
        return new Insertion(made, made.rules().rows(rows, new Assignment(assignment.table(), columns), node, binder));
    }

    /// The rows of a query, and for each of them defaults that are computed for it.
    private LogicalPlan computed(LogicalPlan query, List<Field> columns, TableRules rules, Node node) {
        Span at = node.at();
        Expression all = Expression.Star.all(at);
        List<Item> items = new ArrayList<>(List.of(new Item(all, Optional.empty(), at)));
        UniqueNames names = new UniqueNames(query.schema().names());
        for (Field column : columns) {
            Expression value = rules.filled(new Expression.Default(at), column.name());
            items.add(new Item(value, Optional.of(new Name(names.unique(column.name()), at)), at));
        }
        String rows = UniqueNames.OURS + "rows";
        Relation relation = new Relation.Named(List.of(new Name(rows, at)), at);
        return binder.plan(items, relation, rows, query);
    }

    private LogicalPlan query(Query query, Assignment assignment, TableRules rules) {
        return query instanceof Query.Values values
                ? binder.plan(
                        withDefaults(values, assignment.columns(), rules),
                        assignment.columns().stream().map(Field::type).toList())
                : binder.plan(query);
    }

    private static Query.Values withDefaults(Query.Values values, List<Field> columns, TableRules rules) {
        List<List<Expression>> rows = new ArrayList<>();
        for (List<Expression> row : values.rows()) {
            List<Expression> cells = new ArrayList<>();
            if (row.isEmpty()) {
                columns.forEach(column -> cells.add(rules.filled(new Expression.Default(values.at()), column.name())));
            }
            for (int i = 0; i < row.size(); i++) {
                String column = i < columns.size() ? columns.get(i).name() : "";
                cells.add(rules.filled(row.get(i), column));
            }
            rows.add(cells);
        }
        return new Query.Values(rows, values.at());
    }

    /// Refuses a table among relations beside it, where nothing tells the one from the other.
    ///
    /// @param alias the name that the statement gives the table
    void refuseItself(Entry.Made made, Optional<Name> alias, Relation others) {
        switch (others) {
            case Relation.Named named -> {
                boolean isSame =
                        catalogue.find(named.path()).filter(made::equals).isPresent();
                if (alias.isEmpty() && isSame) {
                    throw binder.error(
                            named,
                            "FROM names two tables \"" + made.name() + "\"; give one of them a name of its own: "
                                    + made.name() + " AS other");
                }
            }
            case Relation.Joined(Relation first, List<Relation.Join> joins, var _) -> {
                refuseItself(made, alias, first);
                joins.forEach(join -> refuseItself(made, alias, join.right()));
            }
            default -> {}
        }
    }

    Entry.Made made(List<Name> path, Node node) {
        Entry entry = catalogue.find(path).orElseThrow(() -> names.unknown(Name.ofTable(path), node));
        if (entry instanceof Entry.Made made) {
            return made;
        }
        throw binder.error(
                node,
                "\"" + entry.name() + "\" was not made by CREATE TABLE, and only such tables take rows; write"
                        + " CREATE OR REPLACE TABLE ... AS FROM " + entry.name());
    }
}
