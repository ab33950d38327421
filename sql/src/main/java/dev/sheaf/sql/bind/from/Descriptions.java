package dev.sheaf.sql.bind.from;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.rows.ConstantRows;
import dev.sheaf.sql.tree.Query;
import java.util.List;
import java.util.Optional;

/// Queries about tables and queries: DESCRIBE, SUMMARIZE and SHOW TABLES.
public final class Descriptions {
    private final Queries queries;
    private final Relations relations;

    public Descriptions(Queries queries, Relations relations) {
        this.queries = queries;
        this.relations = relations;
    }

    public LogicalPlan of(Query.Description description) {
        LogicalPlan described = queries.bind(description.query(), relations);
        return description.summary() ? Summary.of(described) : columns(described.schema());
    }

    private static LogicalPlan columns(Schema described) {
        return rows(
                described.fields().stream()
                        .map(field ->
                                List.<Object>of(field.name(), field.type().toString(), field.nullable() ? "YES" : "NO"))
                        .toList(),
                Schema.of(
                        new Field("column_name", DataType.STRING, false),
                        new Field("column_type", DataType.STRING, false),
                        new Field("null", DataType.STRING, false)));
    }

    public LogicalPlan tables() {
        return rows(
                relations.names().stream().map(List::<Object>of).toList(),
                Schema.of(new Field("name", DataType.STRING, false)));
    }

    public static LogicalPlan rows(List<List<Object>> rows, Schema schema) {
        return new LogicalPlan.Scan(new ConstantRows(schema, rows), schema.names(), Optional.empty());
    }
}
