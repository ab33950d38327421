package dev.sheaf.jdbc;

import dev.sheaf.column.Row;
import dev.sheaf.column.Table;
import dev.sheaf.sql.SqlSession;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The keys that tables of the session have. What is asked for by name is found in any case, no name asks for all.
final class DatabaseKeys {
    static final String PRIMARY_COLUMNS = "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:short PK_NAME";
    static final String FOREIGN_COLUMNS = "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT"
            + " FKTABLE_SCHEM FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:short UPDATE_RULE:short DELETE_RULE:short FK_NAME PK_NAME"
            + " DEFERRABILITY:short";
    static final String INDEX_COLUMNS = "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:bool INDEX_QUALIFIER INDEX_NAME"
            + " TYPE:short ORDINAL_POSITION:short COLUMN_NAME ASC_OR_DESC CARDINALITY:int PAGES:int FILTER_CONDITION";

    private static final String CONSTRAINTS = """
            SELECT CASE schema_name WHEN 'main' THEN '' ELSE schema_name || '.' END AS prefix, table_name,
                   constraint_type, constraint_name, constraint_column_names, referenced_table, referenced_column_names
            FROM duckdb_constraints()
            WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')""";
    private static final String PRIMARY = "PRIMARY KEY";

    private final SqlSession session;
    private final Facade facade;

    DatabaseKeys(SqlSession session, Facade facade) {
        this.session = session;
        this.facade = facade;
    }

    /// @param referenced the table whose key the columns are to have, and these columns there; of foreign keys
    private record Key(
            String table,
            String type,
            String name,
            List<String> columns,
            @Nullable String referenced,
            List<String> referencedColumns) {

        boolean isForeign() {
            return referenced != null;
        }

        /// Whether a foreign key refers to this one.
        boolean isOf(Key foreign) {
            return !isForeign()
                    && table.equalsIgnoreCase(foreign.referenced())
                    && Set.copyOf(columns).equals(Set.copyOf(foreign.referencedColumns()));
        }
    }

    private List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        try (Table rows = session.query(CONSTRAINTS).collect()) {
            rows.rows().forEach(row -> keys.add(key(row)));
        }
        return keys;
    }

    private static Key key(Row row) {
        String prefix = row.getString("prefix");
        String referenced = row.getString("referenced_table");
        return new Key(
                prefix + row.getString("table_name"),
                Objects.requireNonNull(row.getString("constraint_type")),
                Objects.requireNonNull(row.getString("constraint_name")),
                texts(row.get("constraint_column_names")),
                referenced == null ? null : prefix + referenced,
                texts(row.get("referenced_column_names")));
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> values
                ? values.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static Predicate<@Nullable String> named(@Nullable String table) {
        return name -> name != null && (table == null || table.equalsIgnoreCase(name));
    }

    private static MetaTable empty(String columns) {
        return new MetaTable(columns.split(" ", -1));
    }

    /// The columns of primary keys by name, each with its place in the key.
    ResultSet primary(@Nullable String table) {
        MetaTable result = empty(PRIMARY_COLUMNS);
        for (Key key : keys()) {
            if (key.type().equals(PRIMARY) && named(table).test(key.table())) {
                for (String column : new TreeSet<>(key.columns())) {
                    result.row(null, null, key.table(), column, key.columns().indexOf(column) + 1, key.name());
                }
            }
        }
        return result.show(facade);
    }

    /// Foreign keys of a table to another.
    ///
    /// @param byReferenced whether they are ordered by the table that they refer to, not by their own
    ResultSet foreign(@Nullable String referenced, @Nullable String table, boolean byReferenced) {
        List<Key> keys = keys();
        MetaTable result = empty(FOREIGN_COLUMNS);
        Comparator<Key> order = byReferenced
                ? Comparator.comparing(key -> String.valueOf(key.referenced()))
                : Comparator.comparing(Key::table);
        keys.stream()
                .filter(Key::isForeign)
                .filter(key ->
                        named(table).test(key.table()) && named(referenced).test(key.referenced()))
                .sorted(order.thenComparing(Key::name))
                .forEach(key -> addForeign(key, keys, result));
        return result.show(facade);
    }

    private static void addForeign(Key key, List<Key> all, MetaTable result) {
        String referred = all.stream()
                .filter(other -> other.isOf(key))
                .map(Key::name)
                .findFirst()
                .orElse(null);
        for (int i = 0; i < key.columns().size(); i++) {
            result.row(
                    null,
                    null,
                    key.referenced(),
                    key.referencedColumns().get(i),
                    null,
                    null,
                    key.table(),
                    key.columns().get(i),
                    i + 1,
                    DatabaseMetaData.importedKeyNoAction,
                    DatabaseMetaData.importedKeyNoAction,
                    key.name(),
                    referred,
                    DatabaseMetaData.importedKeyNotDeferrable);
        }
    }

    /// The columns of primary and unique keys, which is what tells rows apart. There are no other indexes.
    ResultSet indexes(@Nullable String table) {
        MetaTable result = empty(INDEX_COLUMNS);
        keys().stream()
                .filter(key -> !key.isForeign() && named(table).test(key.table()))
                .sorted(Comparator.comparing(Key::name))
                .forEach(key -> {
                    for (int i = 0; i < key.columns().size(); i++) {
                        result.row(
                                null,
                                null,
                                key.table(),
                                false,
                                null,
                                key.name(),
                                DatabaseMetaData.tableIndexOther,
                                i + 1,
                                key.columns().get(i),
                                null,
                                null,
                                null,
                                null);
                    }
                });
        return result.show(facade);
    }
}
