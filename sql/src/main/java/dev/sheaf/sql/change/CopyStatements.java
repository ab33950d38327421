package dev.sheaf.sql.change;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Assignment;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Statement;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// COPY: a table or query to a file, and a file into a table, in the formats that scans know.
final class CopyStatements {
    private final StatementBinder binder;

    CopyStatements(StatementBinder binder) {
        this.binder = binder;
    }

    /// Writes a file, which appears when it is complete.
    ///
    /// @return how many rows it has
    /// @throws QueryError if the query cannot be bound, or the file cannot be made
    long to(Statement.Copy copy, QueryContext context) {
        LogicalPlan rows = plain(binder.plan(query(copy)));
        AtomicLong count = new AtomicLong();
        CopySettings settings = CopySettings.of(copy, binder);
        try (BatchSink sink = sink(copy, settings, rows, context)) {
            Executor.forEach(rows, context, table -> {
                count.addAndGet(table.rowCount());
                sink.write(table);
            });
            sink.commit();
        }
        return count.get();
    }

    /// Files hold the values of categories.
    private static LogicalPlan plain(LogicalPlan rows) {
        if (rows.schema().fields().stream().allMatch(field -> field.type().equals(plain(field.type())))) {
            return rows;
        }
        return new LogicalPlan.Project(
                rows,
                rows.schema().fields().stream()
                        .map(field -> field.type().equals(plain(field.type()))
                                ? col(field.name())
                                : col(field.name()).cast(plain(field.type())).as(field.name()))
                        .toList());
    }

    private static DataType plain(DataType type) {
        return switch (type) {
            case DataType.CategoryType category -> category.values();
            case DataType.ListType(DataType element) -> new DataType.ListType(plain(element));
            case DataType.StructType(List<Field> fields) ->
                new DataType.StructType(fields.stream()
                        .map(field -> new Field(field.name(), plain(field.type()), field.nullable()))
                        .toList());
            default -> type;
        };
    }

    private BatchSink sink(Statement.Copy copy, CopySettings settings, LogicalPlan rows, QueryContext context) {
        try {
            Path file = FileFormats.path(copy.path());
            return settings.format(file).create(file, rows.schema(), settings.options(), context);
        } catch (IllegalArgumentException refused) {
            throw binder.error(copy, String.valueOf(refused.getMessage()));
        }
    }

    /// `SELECT columns FROM relation`.
    private static Query query(Statement.Copy copy) {
        if (copy.relation() instanceof Relation.Subquery(Query query, var _, var _)) {
            return query;
        }
        List<Item> items = copy.columns().isEmpty()
                ? List.of(item(Expression.Star.all(copy.at())))
                : copy.columns().stream()
                        .map(name -> item(new Expression.Column(List.of(name), name.at())))
                        .toList();
        return new Query.Select(
                Query.Distinctness.ALL,
                items,
                Optional.of(copy.relation()),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                copy.at());
    }

    private static Item item(Expression expression) {
        return new Item(expression, Optional.empty(), expression.at());
    }

    /// Adds the rows of a file to a table, column by column in the order of both.
    ///
    /// @return how many
    /// @throws QueryError if there is no such table or file, or the file has another number of columns
    long from(Statement.Copy copy, TableStatements tables, QueryContext context) {
        if (!(copy.relation() instanceof Relation.Named(List<Name> path, var _))) {
            throw binder.error(copy.relation(), "COPY ... FROM takes the name of a table");
        }
        Entry.Made made = tables.made(path, copy);
        Assignment assignment = made.rules().assignment(made.table().schema(), copy.columns(), binder);
        Dataset file = open(copy, assignment);
        LogicalPlan scan = new LogicalPlan.Scan(file, file.schema().names(), Optional.empty());
        return tables.checked(tables.insertion(made, scan, assignment, copy)).count(context);
    }

    /// Formats that guess types are told those of the table, lest `007` for a text become 7.
    private Dataset open(Statement.Copy copy, Assignment assignment) {
        try {
            CopySettings settings = CopySettings.of(copy, binder);
            FileFormat format = settings.format(FileFormats.files(copy.path()).getFirst());
            List<String> paths = List.of(copy.path());
            FileOptions options = settings.options().with("hive_partitioning", false);
            List<String> names =
                    FileFormats.open(format, paths, options).schema().names();
            Map<String, DataType> types = new HashMap<>();
            for (int i = 0; i < Math.min(names.size(), assignment.columns().size()); i++) {
                Field column = assignment.columns().get(i);
                types.put(names.get(i), column.type());
            }
            boolean guesses = format.options().contains("types");
            return FileFormats.open(format, paths, guesses ? options.with("types", types) : options);
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw binder.error(copy, String.valueOf(refused.getMessage()));
        }
    }
}
