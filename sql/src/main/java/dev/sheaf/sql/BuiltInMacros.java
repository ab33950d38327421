package dev.sheaf.sql;

import dev.sheaf.sql.parse.Parser;
import dev.sheaf.sql.tree.Macro;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Functions of SQL that are expressions over others, as in DuckDB.
final class BuiltInMacros {
    /// The fields of the structs of which there is a row each.
    private static final String NODES = " AS TABLE SELECT n.key, n.value, n.type, n.atom, n.id, n.parent, n.fullkey,"
            + " n.path FROM (SELECT unnest(json_nodes(j, p, ";

    /// What `overlay` leaves of a text in front of a place, and the new part.
    private static final String BEFORE = " CASE WHEN p > 1 THEN substr(s, 1, p - 1) WHEN p <= 1 THEN '' END || r ||";

    /// What it leaves behind a length.
    private static final String AFTER =
            " CASE WHEN p + (%1$s) > 1 THEN substr(s, p + (%1$s)) WHEN p + (%1$s) <= 1 THEN s END";

    private static final List<String> TEXTS = List.of(
            "json_each(j, p := '$')" + NODES + "false)) AS n)",
            "json_tree(j, p := '$')" + NODES + "true)) AS n)",
            "duckdb_tables() AS TABLE SELECT * FROM duckdb_tables",
            "duckdb_constraints() AS TABLE SELECT * FROM duckdb_constraints",
            "duckdb_settings() AS TABLE SELECT * FROM duckdb_settings",
            "duckdb_schemas() AS TABLE SELECT catalog_name AS database_name, schema_name, NULL::VARCHAR AS comment,"
                    + " schema_name = 'main' AS internal FROM information_schema.schemata",
            "duckdb_databases() AS TABLE SELECT 'memory' AS database_name, NULL::VARCHAR AS path, NULL::VARCHAR AS"
                    + " comment, FALSE AS internal, 'sheaf' AS type, FALSE AS readonly",
            "pragma_databases() AS TABLE SELECT database_name FROM duckdb_databases()",
            "pragma_schemas() AS TABLE SELECT database_name, schema_name, schema_name = current_schema() AS current"
                    + " FROM duckdb_schemas() ORDER BY schema_name",
            "pragma_tables_of(s) AS TABLE SELECT table_name AS name FROM information_schema.tables"
                    + " WHERE lower(table_schema) = lower(s) ORDER BY name",
            "pragma_database_list() AS TABLE SELECT 1::BIGINT AS seq, 'memory' AS name, NULL::VARCHAR AS file",
            "pragma_version() AS TABLE SELECT version() AS library_version, 'sheaf' AS source_id",
            "duckdb_views() AS TABLE SELECT table_catalog AS database_name, table_schema AS schema_name,"
                    + " table_name AS view_name, TABLE_COMMENT AS comment, FALSE AS internal, FALSE AS temporary FROM information_schema.tables"
                    + " WHERE table_type = 'VIEW'",
            "duckdb_columns() AS TABLE SELECT table_catalog AS database_name, table_schema AS schema_name, table_name,"
                    + " column_name, ordinal_position AS column_index, COLUMN_COMMENT AS comment, FALSE AS internal,"
                    + " column_default, is_nullable = 'YES' AS is_nullable, data_type, numeric_precision, numeric_precision_radix, numeric_scale"
                    + " FROM information_schema.columns",
            "overlay(s, r, p) AS" + BEFORE + AFTER.formatted("length(r)") + ", (s, r, p, n) AS" + BEFORE
                    + AFTER.formatted("CASE WHEN n < 0 THEN length(r) ELSE n END"),
            "ago(i) AS current_timestamp - i",
            "date(t) AS t::DATE",
            "make_timestamptz(us) AS make_timestamp(us) AT TIME ZONE 'UTC', (y, m, d, h, min, s) AS"
                    + " make_timestamp(y, m, d, h, min, s) AT TIME ZONE 'UTC'",
            "add(a) AS +a, (a, b) AS a + b",
            "subtract(a) AS -a, (a, b) AS a - b",
            "timezone_hour(t) AS CASE WHEN t::TIMESTAMPTZ IS NOT NULL THEN 0 END",
            "timezone_minute(t) AS CASE WHEN t::TIMESTAMPTZ IS NOT NULL THEN 0 END",
            "uuid_extract_version(u) AS (strpos('0123456789abcdef', substr(u, 15, 1)) - 1)::UINTEGER",
            "uuid_extract_timestamp(u) AS epoch_ms(list_reduce(list_transform(str_split(lower(replace(substr(u, 1, 13),"
                    + " '-', '')), ''), lambda d: strpos('0123456789abcdef', d) - 1), lambda a, d: a * 16 + d))"
                    + " AT TIME ZONE 'UTC'",
            "pg_size_pretty(b) AS format_bytes(b)",
            "generate_subscripts(l, d) AS unnest(generate_series(1, array_length(l, d)))",
            "reservoir_quantile(x, q) AS quantile_disc(x, q), (x, q, n) AS quantile_disc(x, q)",
            "approx_top_k(x, k) AS list_transform(list_slice(list_reverse_sort(list_transform(histogram(x),"
                    + " lambda e: {'n': e.value, 'x': e.key})), 1, k), lambda e: e.x)",
            "assert_true(c) AS CASE WHEN NOT coalesce(c, FALSE) THEN error('what was asserted is not true') END",
            "json_group_array(x) AS json('[' || string_agg(coalesce(to_json(x), 'null'), ',') || ']')",
            "json_group_object(k, x) AS json('{' || string_agg(to_json(k::VARCHAR) || ':' || coalesce(to_json(x),"
                    + " 'null'), ',') || '}')",
            "json_group_structure(x) AS json_structure('[' || string_agg(coalesce(x, 'null'), ',') || ']') -> 0");

    /// Their bodies by name in lower case.
    static final Map<String, List<Macro>> ALL = TEXTS.stream()
            .collect(Collectors.toUnmodifiableMap(text -> text.substring(0, text.indexOf('(')), Bodies::new));

    private BuiltInMacros() {}

    /// The bodies in a text, which is parsed when its macro is first called: few programs call one.
    private static final class Bodies extends AbstractList<Macro> {
        private final String text;
        private volatile @Nullable List<Macro> parsed;

        private Bodies(String text) {
            this.text = text;
        }

        @Override
        public Macro get(int index) {
            return parsed().get(index);
        }

        @Override
        public int size() {
            return parsed().size();
        }

        private List<Macro> parsed() {
            List<Macro> bodies = parsed;
            if (bodies == null) {
                bodies = ((Statement.CreateMacro) Parser.statement(new Source("CREATE MACRO " + text))).bodies();
                parsed = bodies;
            }
            return bodies;
        }
    }
}
