package dev.sheaf.sql.change.catalogue;

import dev.sheaf.column.Schema;
import dev.sheaf.sql.bind.scope.ColumnChoice;
import dev.sheaf.sql.bind.scope.ResultNames;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.keys.ForeignKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a table asks of its rows, told as rows with DuckDB's columns: keys first, then keys of others, CHECK, then NOT
/// NULL.
final class Constraints {
    private final String table;
    private final Map<String, Object> common;
    private final Schema schema;
    private final List<Map<String, Object>> rows = new ArrayList<>();

    private Constraints(String table, Map<String, Object> common, Schema schema) {
        this.table = table;
        this.common = common;
        this.schema = schema;
    }

    /// @param table its name
    /// @param common what all rows say
    static List<Map<String, Object>> of(String table, Map<String, Object> common, Schema schema, TableRules rules) {
        Constraints told = new Constraints(table, common, schema);
        told.addKeys(rules);
        told.addReferences(rules.references());
        told.addChecks(rules.checks());
        schema.fields().stream()
                .filter(field -> !field.nullable())
                .forEach(field -> told.add("NOT NULL", "NOT NULL", "not_null", List.of(field.name())));
        return told.rows;
    }

    private void addKeys(TableRules rules) {
        for (List<String> key : rules.keys()) {
            String type = key.equals(rules.primary()) ? "PRIMARY KEY" : "UNIQUE";
            if (!rules.indexes().containsValue(key)) {
                add(type, type + "(" + String.join(", ", key) + ")", type.equals("UNIQUE") ? "key" : "pkey", key);
            }
        }
    }

    private void addReferences(List<ForeignKey> references) {
        for (ForeignKey key : references) {
            add("FOREIGN KEY", key.toString(), String.join("_", key.key()) + "_fkey", key.columns());
            rows.getLast().put("referenced_table", key.table());
            rows.getLast().put("referenced_column_names", key.key());
        }
    }

    private void addChecks(RowChecks checks) {
        ResultNames names = new ResultNames(Scope.EMPTY, new ColumnChoice());
        for (RowCheck check : checks.checks()) {
            List<String> read = check.columns(schema);
            String condition = names.of(check.condition());
            add("CHECK", "CHECK(" + condition + ")", "check", read);
            rows.getLast().put("expression", condition);
        }
    }

    private void add(String type, String text, String kind, List<String> columns) {
        Map<String, Object> row = new HashMap<>(common);
        row.put("constraint_index", (long) rows.size());
        row.put("constraint_type", type);
        row.put("constraint_text", text);
        row.put("constraint_column_names", columns);
        row.put("constraint_column_indexes", columns.stream().map(this::place).toList());
        row.put("constraint_name", table + "_" + String.join("_", columns) + "_" + kind);
        row.put("referenced_column_names", List.of());
        rows.add(row);
    }

    private long place(String column) {
        return schema.names().indexOf(column);
    }
}
