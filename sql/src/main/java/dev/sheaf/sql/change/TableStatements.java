package dev.sheaf.sql.change;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.List;
import java.util.Optional;

/// Makes tables and adds rows to them. The rows of a query are complete before any is stored, so that a query may
/// read the table that it adds to, and a query that fails changes nothing.
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
        String name = Name.dotted(create.table());
        Optional<LogicalPlan> rows = create.query().map(query -> rows(create, query));
        Optional<Catalogue.Entry> found = catalogue.find(name);
        if (create.existing() == Existing.KEEP && found.isPresent()) {
            return 0;
        }
        if (create.existing() == Existing.FAIL && found.isPresent()) {
            throw taken(create);
        }
        found.ifPresent(entry -> names.checkKind(entry, false, "CREATE OR REPLACE", create));
        StoredTable table = new StoredTable(name, schema(create, rows), context.pool());
        try {
            long count = rows.isPresent() ? append(table, rows.get(), context) : 0;
            store(create, table);
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

    private void store(Statement.CreateTable create, StoredTable table) {
        Catalogue.Made made = new Catalogue.Made(table.name(), table);
        if (create.existing() == Existing.REPLACE) {
            catalogue.put(made);
        } else if (!catalogue.putIfAbsent(made)) {
            throw taken(create);
        }
    }

    private QueryError taken(Statement.CreateTable create) {
        return binder.error(
                create,
                "there is a table or view \"" + Name.dotted(create.table())
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
                            : create.columns().stream()
                                    .map(column -> new Field(
                                            column.name().text(), binder.type(column.type()), !column.notNull()))
                                    .toList());
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException twice) {
            throw binder.error(create, String.valueOf(twice.getMessage()));
        }
    }

    /// Adds the rows of a query.
    ///
    /// @return how many
    /// @throws QueryError if the table is not there or was not made by CREATE TABLE, or the rows do not fit it
    long insert(Statement.Insert insert, QueryContext context) {
        StoredTable table = stored(insert.table(), insert);
        Assignment named = Assignment.of(table.schema(), insert.columns(), binder);
        LogicalPlan query = query(insert.query(), named);
        Assignment assignment = insert.byName() ? Assignment.byName(table.schema(), query, insert, binder) : named;
        return append(table, assignment.rows(query, insert.query(), binder), context);
    }

    private LogicalPlan query(Query query, Assignment assignment) {
        return query instanceof Query.Values values
                ? binder.plan(
                        withoutDefaults(values),
                        assignment.columns().stream().map(Field::type).toList())
                : binder.plan(query);
    }

    /// No column has a default but null.
    private static Query.Values withoutDefaults(Query.Values values) {
        return new Query.Values(
                values.rows().stream()
                        .map(row -> row.stream()
                                .map(cell -> cell instanceof Expression.Default ? new Expression.Null(cell.at()) : cell)
                                .toList())
                        .toList(),
                values.at());
    }

    static long append(StoredTable table, LogicalPlan rows, QueryContext context) {
        try (Table result = Executor.collect(rows, context)) {
            table.append(result);
            return result.rowCount();
        }
    }

    StoredTable stored(List<Name> path, Node node) {
        String name = Name.dotted(path);
        Catalogue.Entry entry = catalogue.find(name).orElseThrow(() -> names.unknown(name, node));
        if (entry instanceof Catalogue.Made(String _, StoredTable table)) {
            return table;
        }
        throw binder.error(
                node,
                "\"" + entry.name() + "\" was not made by CREATE TABLE, and only such tables take rows; write"
                        + " CREATE OR REPLACE TABLE ... AS FROM " + entry.name());
    }
}
