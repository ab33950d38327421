package dev.sheaf.sql.change.catalogue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The tables of `information_schema` that say which columns are keys, and what refers to them.
///
/// @param constraints the rows of `information_schema.table_constraints`, with what was said of them besides
record KeyRows(List<Map<String, Object>> constraints) {
    static final String COLUMNS =
            "constraint_catalog constraint_schema constraint_name table_catalog table_schema table_name column_name ordinal_position:i position_in_unique_constraint:i";

    static final String REFERENCES =
            "constraint_catalog constraint_schema constraint_name unique_constraint_catalog unique_constraint_schema unique_constraint_name match_option update_rule delete_rule";

    /// A row for each column of a key, or of a reference to one.
    List<Map<String, Object>> columns() {
        return constraints.stream()
                .filter(constraint -> isKey(constraint) || isReference(constraint))
                .flatMap(constraint -> columns(constraint).stream())
                .toList();
    }

    private static List<Map<String, Object>> columns(Map<String, Object> constraint) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Object column : (List<?>) constraint.getOrDefault("constraint_column_names", List.of())) {
            Map<String, Object> row = new HashMap<>(constraint);
            row.put("column_name", column);
            row.put("ordinal_position", rows.size() + 1);
            if (isReference(constraint)) {
                row.put("position_in_unique_constraint", rows.size() + 1);
            }
            rows.add(row);
        }
        return rows;
    }

    private static boolean isKey(Map<String, Object> constraint) {
        Object type = constraint.get("constraint_type");
        return "PRIMARY KEY".equals(type) || "UNIQUE".equals(type);
    }

    private static boolean isReference(Map<String, Object> constraint) {
        return constraint.containsKey("referenced_table");
    }

    /// A row for each reference, with the key that it names.
    List<Map<String, Object>> references() {
        return constraints.stream()
                .filter(KeyRows::isReference)
                .map(this::reference)
                .toList();
    }

    private Map<String, Object> reference(Map<String, Object> constraint) {
        Map<String, Object> row = new HashMap<>(constraint);
        row.putAll(Map.of("match_option", "NONE", "update_rule", "NO ACTION", "delete_rule", "NO ACTION"));
        constraints.stream()
                .filter(key -> isKey(key) && isOf(key, String.valueOf(constraint.get("referenced_table"))))
                .filter(key ->
                        Objects.equals(constraint.get("referenced_column_names"), key.get("constraint_column_names")))
                .findFirst()
                .ifPresent(key -> {
                    for (String part : List.of("catalog", "schema", "name")) {
                        row.put("unique_constraint_" + part, key.get("constraint_" + part));
                    }
                });
        return row;
    }

    private static boolean isOf(Map<String, Object> key, String table) {
        Object name = key.get("table_name");
        return table.equals(name) || table.equals(key.get("table_schema") + "." + name);
    }
}
