package dev.sheaf.sql.change.catalogue;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.scope.SessionSettings;
import dev.sheaf.sql.function.TypeNames;
import dev.sheaf.sql.rows.ConstantRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The tables of `information_schema`, which say what a session has, with DuckDB's columns. What Sheaf has no word
/// for is null.
///
/// @param schemas besides main
/// @param tables what is there, in the order of names
/// @param settings what SET has said
record InformationSchema(Collection<String> schemas, List<Relation> tables, SessionSettings settings) {
    private static final String CATALOG = "memory";
    private static final String SCHEMA = "main";

    private static final String TABLES =
            "table_catalog table_schema table_name table_type self_referencing_column_name reference_generation user_defined_type_catalog user_defined_type_schema user_defined_type_name is_insertable_into is_typed commit_action TABLE_COMMENT";

    private static final String COLUMNS =
            "table_catalog table_schema table_name column_name ordinal_position:i column_default is_nullable data_type character_maximum_length:i character_octet_length:i numeric_precision:i numeric_precision_radix:i numeric_scale:i datetime_precision:i interval_type interval_precision:i character_set_catalog character_set_schema character_set_name collation_catalog collation_schema collation_name domain_catalog domain_schema domain_name udt_catalog udt_schema udt_name scope_catalog scope_schema scope_name maximum_cardinality:l dtd_identifier is_self_referencing:b is_identity:b identity_generation identity_start identity_increment identity_maximum identity_minimum identity_cycle:b is_generated generation_expression is_updatable:b COLUMN_COMMENT";

    private static final String SCHEMATA =
            "catalog_name schema_name schema_owner default_character_set_catalog default_character_set_schema default_character_set_name sql_path";

    private static final String TABLE_CONSTRAINTS =
            "constraint_catalog constraint_schema constraint_name table_catalog table_schema table_name constraint_type is_deferrable initially_deferred enforced nulls_distinct";

    private static final String CONSTRAINTS =
            "database_name schema_name table_name constraint_index:l constraint_type constraint_text expression constraint_column_indexes:L constraint_column_names:T constraint_name referenced_table referenced_column_names:T";

    private static final String SETTINGS = "name value description input_type scope";

    private static final String SIZES =
            "database_name schema_name table_name comment internal:b temporary:b has_primary_key:b estimated_size:l column_count:l index_count:l check_constraint_count:l";

    /// The names of the tables.
    static final List<String> NAMES = List.of(
            "information_schema.tables",
            "information_schema.columns",
            "information_schema.schemata",
            "information_schema.table_constraints",
            "duckdb_constraints",
            "information_schema.key_column_usage",
            "information_schema.referential_constraints",
            "duckdb_settings",
            "duckdb_tables");

    /// A table or view.
    ///
    /// @param columns asked for where they are told, for those of a view cost its planning; empty where nobody can
    ///     say, as of a view of a table that is gone
    /// @param comments what is said of columns by name, and of the table by no name
    /// @param rules what CREATE TABLE says besides
    /// @param rows how many rows a table has that CREATE TABLE made
    record Relation(
            String schema,
            String name,
            boolean isView,
            boolean takesRows,
            Supplier<Optional<Schema>> columns,
            Optional<TableRules> rules,
            Optional<Long> rows,
            Map<String, String> comments) {

        /// What is told of an entry of a catalogue, which has the name of its schema in front of its own.
        static Relation of(
                Entry entry, Optional<String> schema, Supplier<LogicalPlan> plan, Map<String, String> comments) {
            return new Relation(
                    schema.orElse(SCHEMA),
                    entry.name().substring(schema.map(name -> name.length() + 1).orElse(0)),
                    entry instanceof Entry.View,
                    entry instanceof Entry.Made,
                    () -> columns(plan),
                    entry instanceof Entry.Made made ? Optional.of(made.rules()) : Optional.empty(),
                    entry instanceof Entry.Made made
                            ? Optional.of(made.table().version().rows())
                            : Optional.empty(),
                    comments);
        }

        /// The beginning of each row about it: catalogue and schema under the names that they have there, and its own
        /// name.
        Map<String, Object> named(String catalog, String schemaName) {
            return new HashMap<>(Map.of(catalog, CATALOG, schemaName, schema, "table_name", name));
        }

        private static Optional<Schema> columns(Supplier<LogicalPlan> plan) {
            try {
                return Optional.of(plan.get().schema());
            } catch (RuntimeException gone) {
                return Optional.empty();
            }
        }
    }

    /// What is told of a session that has nothing.
    static InformationSchema empty() {
        return new InformationSchema(List.of(), List.of(), SessionSettings.NONE);
    }

    /// The rows of one of [#NAMES].
    LogicalPlan plan(String name) {
        return switch (name) {
            case "information_schema.tables" ->
                plan(TABLES, tables.stream().map(InformationSchema::table).toList());
            case "information_schema.columns" ->
                plan(
                        COLUMNS,
                        tables.stream()
                                .flatMap(entry -> columns(entry).stream())
                                .toList());
            case "information_schema.schemata" -> plan(SCHEMATA, schemata());
            case "information_schema.table_constraints" ->
                plan(TABLE_CONSTRAINTS, constraints(InformationSchema::asked));
            case "duckdb_constraints" -> plan(CONSTRAINTS, constraints(UnaryOperator.identity()));
            case "information_schema.key_column_usage" ->
                plan(KeyRows.COLUMNS, new KeyRows(constraints(InformationSchema::asked)).columns());
            case "information_schema.referential_constraints" ->
                plan(KeyRows.REFERENCES, new KeyRows(constraints(InformationSchema::asked)).references());
            case "duckdb_settings" -> plan(SETTINGS, settingRows());
            case "duckdb_tables" ->
                plan(
                        SIZES,
                        tables.stream()
                                .filter(entry -> !entry.isView())
                                .map(InformationSchema::size)
                                .toList());
            default -> throw new IllegalArgumentException(name + " is none of " + NAMES);
        };
    }

    private List<Map<String, Object>> schemata() {
        return Stream.concat(Stream.of(SCHEMA), schemas.stream())
                .map(schema -> Map.<String, Object>of(
                        "catalog_name", CATALOG, "schema_name", schema, "schema_owner", "duckdb"))
                .toList();
    }

    private List<Map<String, Object>> constraints(UnaryOperator<Map<String, Object>> told) {
        return tables.stream()
                .flatMap(entry -> entry.rules().stream()
                        .flatMap(rules -> Constraints.of(
                                entry.name(),
                                entry.named("database_name", "schema_name"),
                                entry.columns().get().orElseThrow(),
                                rules)
                                .stream()))
                .map(told)
                .toList();
    }

    /// A constraint in the words of the standard, in which NOT NULL is a CHECK.
    private static Map<String, Object> asked(Map<String, Object> constraint) {
        Map<String, Object> row = new HashMap<>(constraint);
        for (String of : List.of("constraint", "table")) {
            row.put(of + "_catalog", CATALOG);
            row.put(of + "_schema", constraint.getOrDefault("schema_name", SCHEMA));
        }
        row.computeIfPresent("constraint_type", (_, type) -> type.equals("NOT NULL") ? "CHECK" : type);
        row.putAll(
                Map.of("is_deferrable", "NO", "initially_deferred", "NO", "enforced", "YES", "nulls_distinct", "YES"));
        return row;
    }

    private List<Map<String, Object>> settingRows() {
        return new TreeMap<>(settings.meanings())
                .entrySet().stream()
                        .map(setting -> Map.<String, Object>of(
                                "name",
                                setting.getKey(),
                                "value",
                                setting.getValue(),
                                "input_type",
                                "VARCHAR",
                                "scope",
                                "LOCAL"))
                        .toList();
    }

    private static Map<String, Object> table(Relation entry) {
        Map<String, Object> row = entry.named("table_catalog", "table_schema");
        row.put("table_type", entry.isView() ? "VIEW" : "BASE TABLE");
        row.put("is_insertable_into", entry.takesRows() ? "YES" : "NO");
        row.put("is_typed", "NO");
        Optional.ofNullable(entry.comments().get("")).ifPresent(said -> row.put("TABLE_COMMENT", said));
        return row;
    }

    /// How large a table is; of one that no statement made, only its columns are known.
    private static Map<String, Object> size(Relation entry) {
        Map<String, Object> row = entry.named("database_name", "schema_name");
        row.put("internal", false);
        row.put("temporary", false);
        row.put("column_count", (long) entry.columns().get().map(Schema::size).orElse(0));
        entry.rows().ifPresent(rows -> row.put("estimated_size", rows));
        Optional.ofNullable(entry.comments().get("")).ifPresent(said -> row.put("comment", said));
        entry.rules().ifPresent(rules -> {
            row.put("has_primary_key", !rules.primary().isEmpty());
            row.put("index_count", (long) rules.keys().size());
            row.put("check_constraint_count", (long) rules.checks().checks().size());
        });
        return row;
    }

    private static List<Map<String, Object>> columns(Relation entry) {
        List<Map<String, Object>> rows = new ArrayList<>();
        Map<String, String> defaults =
                entry.rules().map(TableRules::defaultTexts).orElse(Map.of());
        for (Field field : entry.columns().get().map(Schema::fields).orElse(List.of())) {
            Map<String, Object> row = entry.named("table_catalog", "table_schema");
            row.put("column_name", field.name());
            row.put("ordinal_position", rows.size() + 1);
            row.put("is_nullable", field.nullable() ? "YES" : "NO");
            row.put("data_type", TypeNames.nameOf(field.type()));
            row.put("is_generated", "NEVER");
            Optional.ofNullable(defaults.get(field.name())).ifPresent(value -> row.put("column_default", value));
            Optional.ofNullable(entry.comments().get(field.name())).ifPresent(said -> row.put("COLUMN_COMMENT", said));
            row.putAll(digits(field.type().decoded()));
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, Object> digits(DataType type) {
        return switch (type) {
            case DataType.IntType(int bits, boolean _) -> digits(bits, 2, 0);
            case DataType.FloatType(int bits) -> digits(bits == Float.SIZE ? 24 : 53, 2, 0);
            case DataType.DecimalType(int precision, int scale) -> digits(precision, 10, scale);
            default -> Map.of();
        };
    }

    private static Map<String, Object> digits(int precision, int radix, int scale) {
        return Map.of("numeric_precision", precision, "numeric_precision_radix", radix, "numeric_scale", scale);
    }

    private static LogicalPlan plan(String columns, List<? extends Map<String, Object>> values) {
        List<Field> fields =
                Arrays.stream(columns.split(" ")).map(InformationSchema::field).toList();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Map<String, Object> value : values) {
            List<@Nullable Object> row = new ArrayList<>();
            fields.forEach(field -> row.add(value.get(field.name())));
            rows.add(row);
        }
        ConstantRows all = new ConstantRows(new Schema(fields), rows);
        return new LogicalPlan.Scan(all, all.schema().names(), Optional.empty());
    }

    /// A column of texts, unless a letter behind its name says another type.
    private static Field field(String column) {
        String[] parts = column.split(":");
        DataType type = parts.length == 1
                ? DataType.STRING
                : switch (parts[1]) {
                    case "i" -> DataType.INT32;
                    case "l" -> DataType.INT64;
                    case "L" -> new DataType.ListType(DataType.INT64);
                    case "T" -> new DataType.ListType(DataType.STRING);
                    default -> DataType.BOOL;
                };
        return new Field(parts[0], type, true);
    }
}
