package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetaDataTest extends Connected {
    private DatabaseMetaData meta;

    @BeforeEach
    void create() throws SQLException {
        execute("CREATE TABLE sales (region VARCHAR NOT NULL, price DECIMAL(9, 2), day DATE)");
        execute("CREATE TABLE sales_2 (n BIGINT)");
        execute("CREATE VIEW dear AS FROM sales WHERE price > 10");
        meta = connection.getMetaData();
    }

    private static List<String> column(ResultSet rows, String name) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(name));
            }
        }
        return values;
    }

    @Test
    void tablesAndViewsAreListed() throws SQLException {
        assertThat(column(meta.getTables(null, null, "%", null), "TABLE_NAME"))
                .containsExactly("sales", "sales_2", "dear");
        assertThat(column(meta.getTables(null, null, null, new String[] {"VIEW"}), "TABLE_NAME"))
                .containsExactly("dear");
        assertThat(column(meta.getTables("", "%", "SALES\\_%", new String[] {"TABLE"}), "TABLE_NAME"))
                .containsExactly("sales_2");
        assertThat(column(meta.getTables("other", null, "%", null), "TABLE_NAME"))
                .isEmpty();
        assertThat(column(meta.getTableTypes(), "TABLE_TYPE")).containsExactly("TABLE", "VIEW");
    }

    @Test
    void keysAreThoseOfTheConstraints() throws SQLException {
        execute("CREATE TABLE p (a INT, b INT, c VARCHAR UNIQUE, PRIMARY KEY (b, a))");
        execute("CREATE TABLE q (i INT PRIMARY KEY, x INT, y INT, FOREIGN KEY (x, y) REFERENCES p (b, a))");
        execute("CREATE TABLE r (i INT REFERENCES q, j VARCHAR REFERENCES p (c))");
        assertThat(rows(meta.getPrimaryKeys(null, null, "P"), "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
                .containsExactly("p a 2 p_b_a_pkey", "p b 1 p_b_a_pkey");
        assertThat(rows(meta.getPrimaryKeys(null, "other", "p"), "TABLE_NAME")).isEmpty();
        String[] foreign = {"PKTABLE_NAME", "PKCOLUMN_NAME", "FKTABLE_NAME", "FKCOLUMN_NAME", "KEY_SEQ", "PK_NAME"};
        assertThat(rows(meta.getImportedKeys(null, null, "r"), foreign))
                .containsExactly("p c r j 1 p_c_key", "q i r i 1 q_i_pkey");
        assertThat(rows(meta.getExportedKeys("", null, "p"), foreign))
                .containsExactly("p b q x 1 p_b_a_pkey", "p a q y 2 p_b_a_pkey", "p c r j 1 p_c_key");
        assertThat(rows(meta.getCrossReference(null, null, "q", null, null, "r"), foreign))
                .containsExactly("q i r i 1 q_i_pkey");
        assertThat(rows(meta.getImportedKeys(null, null, "sales"), foreign)).isEmpty();
        assertThat(rows(
                        meta.getIndexInfo(null, null, "p", true, true),
                        "INDEX_NAME",
                        "NON_UNIQUE",
                        "ORDINAL_POSITION",
                        "COLUMN_NAME"))
                .containsExactly("p_b_a_pkey false 1 b", "p_b_a_pkey false 2 a", "p_c_key false 1 c");
    }

    private static List<String> rows(ResultSet rows, String... names) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (String name : names) {
                    values.add(rows.getString(name));
                }
                texts.add(String.join(" ", values));
            }
        }
        return texts;
    }

    @Test
    void columnsAreListed() throws SQLException {
        try (ResultSet rows = meta.getColumns(null, null, "sales", "%")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("COLUMN_NAME")).isEqualTo("region");
            assertThat(rows.getInt("DATA_TYPE")).isEqualTo(Types.VARCHAR);
            assertThat(rows.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNoNulls);
            assertThat(rows.getString("IS_NULLABLE")).isEqualTo("NO");
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("TYPE_NAME")).isEqualTo("DECIMAL(9,2)");
            assertThat(rows.getInt("COLUMN_SIZE")).isEqualTo(9);
            assertThat(rows.getInt("DECIMAL_DIGITS")).isEqualTo(2);
            assertThat(rows.getInt("ORDINAL_POSITION")).isEqualTo(2);
        }
        assertThat(column(meta.getColumns(null, null, "%", "p%"), "TABLE_NAME")).containsExactly("dear", "sales");
    }

    @Test
    void tablesThatCannotBeReadHaveNoColumns(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("broken.parquet"), "no parquet");
        Files.writeString(folder.resolve("good.csv"), "a\n1\n");
        try (Connection files = found("jdbc:sheaf:" + folder)) {
            DatabaseMetaData there = files.getMetaData();
            assertThat(column(there.getTables(null, null, "%", null), "TABLE_NAME"))
                    .containsExactly("broken", "good");
            assertThat(column(there.getColumns(null, null, "%", "%"), "TABLE_NAME"))
                    .containsExactly("good");
        }
    }

    @Test
    void typesAreListedByTheirNumber() throws SQLException {
        List<String> numbers = column(meta.getTypeInfo(), "DATA_TYPE");
        assertThat(numbers.stream().map(Integer::valueOf).toList()).isSorted().hasSize(13);
    }

    @Test
    void thereAreNoKeys() throws SQLException {
        assertThat(column(meta.getPrimaryKeys(null, null, "sales"), "COLUMN_NAME"))
                .isEmpty();
        assertThat(column(meta.getIndexInfo(null, null, "sales", false, true), "INDEX_NAME"))
                .isEmpty();
        assertThat(column(meta.getSchemas(), "TABLE_SCHEM")).isEmpty();
    }

    @Test
    void thereAreTransactions() throws SQLException {
        assertThat(meta.supportsTransactions()).isTrue();
        assertThat(meta.supportsTransactionIsolationLevel(Connection.TRANSACTION_NONE))
                .isFalse();
        assertThat(meta.supportsBatchUpdates()).isTrue();
        assertThat(meta.supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE))
                .isFalse();
        assertThat(meta.getIdentifierQuoteString()).isEqualTo("\"");
        assertThat(meta.getConnection()).isSameAs(connection);
    }

    /// Tools ask for nearly all of it when they connect.
    @Test
    void nearlyEveryQuestionHasAnAnswer() throws Exception {
        Set<String> unanswered = new TreeSet<>();
        for (Method method : DatabaseMetaData.class.getMethods()) {
            try {
                Object answer = method.invoke(meta, arguments(method));
                if (answer instanceof ResultSet rows) {
                    rows.close();
                }
            } catch (InvocationTargetException refused) {
                assertThat(refused.getTargetException()).isInstanceOf(SQLException.class);
                if (refused.getTargetException() instanceof SQLFeatureNotSupportedException) {
                    unanswered.add(method.getName());
                }
            }
        }
        assertThat(unanswered)
                .containsExactly("getAttributes", "getFunctionColumns", "getProcedureColumns", "getPseudoColumns");
    }

    private static Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(type -> type == int.class
                        ? (Object) 0
                        : type == boolean.class ? false : type == Class.class ? DatabaseMetaData.class : null)
                .toArray();
    }
}
