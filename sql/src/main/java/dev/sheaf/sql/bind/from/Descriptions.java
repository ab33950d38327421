package dev.sheaf.sql.bind.from;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.ColumnFacts;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.rows.ConstantRows;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Queries about tables and queries: DESCRIBE, SUMMARIZE, SHOW TABLES and `pragma_table_info`.
public final class Descriptions {
    private final Queries queries;
    private final Relations relations;

    public Descriptions(Queries queries, Relations relations) {
        this.queries = queries;
        this.relations = relations;
    }

    public LogicalPlan of(Query.Description description) {
        LogicalPlan described = queries.bind(description.query(), relations);
        return description.summary() ? Summary.of(described) : columns(described);
    }

    /// A row for each column; key and default are those of the column of a table that it is.
    private LogicalPlan columns(LogicalPlan described) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Field field : described.schema().fields()) {
            ColumnFacts facts = facts(described, field.name());
            rows.add(Arrays.asList(
                    field.name(),
                    TypeNames.nameOf(field.type()),
                    facts.notNull() ? "NO" : "YES",
                    facts.primary() ? "PRI" : facts.unique() ? "UNI" : null,
                    facts.otherwise().orElse(null),
                    null));
        }
        return rows(
                rows,
                new Schema(List.of(
                        new Field("column_name", DataType.STRING, false),
                        new Field("column_type", DataType.STRING, false),
                        new Field("null", DataType.STRING, false),
                        new Field("key", DataType.STRING, true),
                        new Field("default", DataType.STRING, true),
                        new Field("extra", DataType.STRING, true))));
    }

    /// What `pragma_table_info` says of the columns of a table.
    LogicalPlan tableInfo(LogicalPlan table) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Field field : table.schema().fields()) {
            ColumnFacts facts = facts(table, field.name());
            rows.add(Arrays.asList(
                    rows.size(),
                    field.name(),
                    TypeNames.nameOf(field.type()),
                    facts.notNull(),
                    facts.otherwise().orElse(null),
                    facts.primary()));
        }
        return rows(
                rows,
                new Schema(List.of(
                        new Field("cid", DataType.INT32, false),
                        new Field("name", DataType.STRING, false),
                        new Field("type", DataType.STRING, false),
                        new Field("notnull", DataType.BOOL, false),
                        new Field("dflt_value", DataType.STRING, true),
                        new Field("pk", DataType.BOOL, false))));
    }

    /// What is known of the column of a table that a column of a plan is; nothing if it is computed.
    private ColumnFacts facts(LogicalPlan plan, String column) {
        return switch (plan) {
            case LogicalPlan.Scan scan -> relations.facts(scan.dataset(), column);
            case LogicalPlan.Filter filter -> facts(filter.input(), column);
            case LogicalPlan.Sort sort -> facts(sort.input(), column);
            case LogicalPlan.Limit limit -> facts(limit.input(), column);
            case LogicalPlan.Project project ->
                project.expressions().stream()
                        .filter(expr -> expr.outputName().equals(column))
                        .findFirst()
                        .filter(expr -> expr.unaliased() instanceof Expr.ColumnRef)
                        .map(expr -> facts(project.input(), ((Expr.ColumnRef) expr.unaliased()).name()))
                        .orElse(ColumnFacts.NONE);
            default -> ColumnFacts.NONE;
        };
    }

    public LogicalPlan tables() {
        return rows(
                relations.names().stream().map(List::<Object>of).toList(),
                Schema.of(new Field("name", DataType.STRING, false)));
    }

    /// The tables with their columns; those that cannot be read any more have none.
    public LogicalPlan allTables() {
        DataType texts = new DataType.ListType(DataType.STRING);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String name : relations.names()) {
            List<Field> fields = fields(name);
            rows.add(Arrays.asList(
                    "memory",
                    "main",
                    name,
                    fields.stream().map(Field::name).toList(),
                    fields.stream().map(field -> TypeNames.nameOf(field.type())).toList(),
                    false));
        }
        return rows(
                rows,
                new Schema(List.of(
                        new Field("database", DataType.STRING, false),
                        new Field("schema", DataType.STRING, false),
                        new Field("name", DataType.STRING, false),
                        new Field("column_names", texts, false),
                        new Field("column_types", texts, false),
                        new Field("temporary", DataType.BOOL, false))));
    }

    private List<Field> fields(String name) {
        try {
            return relations
                    .find(name)
                    .map(relation -> relation.plan().schema().fields())
                    .orElse(List.of());
        } catch (RuntimeException gone) {
            return List.of();
        }
    }

    public static LogicalPlan rows(List<? extends List<? extends @Nullable Object>> rows, Schema schema) {
        return new LogicalPlan.Scan(new ConstantRows(schema, rows), schema.names(), Optional.empty());
    }
}
