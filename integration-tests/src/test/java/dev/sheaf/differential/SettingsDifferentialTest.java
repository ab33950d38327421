package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.sql.SqlException;
import dev.sheaf.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What SET changes of queries, and what a session says of itself, as in DuckDB.
class SettingsDifferentialTest {
    private static final List<String> TABLES = List.of(
            "CREATE SCHEMA other",
            "CREATE TABLE p (a INTEGER, b INTEGER, PRIMARY KEY (a, b), UNIQUE (b))",
            "CREATE TABLE r (a INTEGER DEFAULT 7, b INTEGER, FOREIGN KEY (a, b) REFERENCES p (a, b))",
            "CREATE TABLE other.words (word VARCHAR)",
            "INSERT INTO other.words VALUES ('b'), ('A'), ('a'), (NULL), ('B')");

    private static final List<String> QUERIES = List.of(
            "SELECT word FROM other.words ORDER BY word, word COLLATE C LIMIT 2",
            "SELECT word FROM other.words ORDER BY word DESC, word COLLATE C LIMIT 2",
            "SELECT row_number() OVER (ORDER BY word NULLS LAST, word COLLATE C), rank() OVER (ORDER BY word)"
                    + " FROM other.words ORDER BY ALL",
            "SELECT list(word ORDER BY word, word COLLATE C) IS NULL FROM other.words",
            "SELECT count(*) FROM other.words GROUP BY word ORDER BY 1",
            "SELECT count(DISTINCT word), count(*) FILTER (word = 'A'), count(*) FILTER (word IN ('a', 'x'))"
                    + " FROM other.words",
            "SELECT 'a' = 'A', 'a' = 'A' COLLATE C, 'a' LIKE 'A', contains('a', 'A'), 'a' < 'B', 'a' ^@ 'A'",
            "SELECT count(*) FROM other.words a JOIN other.words b ON a.word = b.word",
            "SELECT count(*) FROM other.words a JOIN other.words b USING (word)",
            "SELECT count(*) FROM (SELECT word FROM other.words UNION SELECT 'X' UNION SELECT 'x')",
            "SELECT 7 / 2, 7.0 / 2, (5 + 4) / 2 / 3",
            "SELECT current_setting('default_null_order'), current_setting('default_collation'),"
                    + " current_setting('integer_division'), current_setting('threads')",
            "SELECT name, value FROM duckdb_settings() WHERE name IN ('default_collation', 'threads') ORDER BY name",
            "SELECT current_schema()",
            "SHOW DATABASES",
            "SHOW TABLES FROM other",
            "SELECT database_name, schema_name FROM duckdb_schemas() WHERE NOT internal AND database_name = 'memory'",
            "SELECT table_name, constraint_name, column_name, ordinal_position, position_in_unique_constraint"
                    + " FROM information_schema.key_column_usage ORDER BY ALL",
            "SELECT constraint_name, unique_constraint_name, unique_constraint_schema, match_option, update_rule,"
                    + " delete_rule FROM information_schema.referential_constraints",
            "SELECT column_name, column_default, is_nullable FROM duckdb_columns() WHERE table_name = 'r' ORDER BY 1");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RESET threads",
                "SET default_null_order = 'nulls_first'",
                "SET null_order TO 'nulls_first_on_asc_last_on_desc'",
                "SET default_null_order = 'nulls_last_on_asc_first_on_desc'",
                "SET default_collation = 'nocase'",
                "PRAGMA default_collation = NOCASE",
                "SET GLOBAL integer_division = true",
                "SET schema = 'other'",
                "SET search_path = 'other'",
                "SET enable_progress_bar = false",
                "PRAGMA threads = 2"
            })
    void settingsChangeWhatTheyChangeInDuckDb(String setting) throws SQLException {
        try (DuckDb duck = new DuckDb();
                SqlSession sheaf = new SqlSession()) {
            for (String statement : TABLES) {
                duck.execute(statement);
                sheaf.execute(statement);
            }
            for (String statement : List.of("SET threads = 3", setting)) {
                duck.execute(statement);
                sheaf.execute(statement);
            }
            if (setting.startsWith("RESET")) {
                duck.execute("SET threads = " + sheaf.context().build().threads());
            }
            for (String query : QUERIES) {
                assertThat(answer(sheaf, query))
                        .as(query)
                        .isEqualTo(duck.query(query).toString());
            }
        }
    }

    @Test
    void tablesAndQueriesInsideDoNotTakeTheCollationOfASettingAlong() throws SQLException {
        String words = "SELECT word FROM other.words";
        List<String> statements = List.of(
                "SET default_collation = 'nocase'",
                "CREATE TABLE one AS " + words,
                "CREATE TABLE united AS " + words + " UNION " + words,
                "CREATE TABLE rest AS " + words + " EXCEPT ALL SELECT 'x'",
                "CREATE TABLE listed AS FROM (VALUES ('a'), ('A')) v(word)");
        List<String> inside = List.of(
                "SELECT count(*) FROM (" + words + ") WHERE word LIKE 'A'",
                "SELECT count(*) FROM (" + words + " UNION ALL " + words + ") WHERE contains(word, 'A')");
        List<String> later = List.of(
                "SELECT count(*) FROM one WHERE word = 'A'",
                "SELECT count(*) FROM united WHERE word = lower(word) AND word = upper(word)",
                "SELECT count(*) FROM rest WHERE word = 'A'",
                "SELECT count(*) FROM listed WHERE word = 'A'");
        try (DuckDb duck = new DuckDb();
                SqlSession sheaf = new SqlSession()) {
            for (List<String> given : List.of(TABLES, statements, inside, List.of("RESET default_collation"), later)) {
                for (String text : given) {
                    if (text.startsWith("SELECT")) {
                        assertThat(answer(sheaf, text))
                                .as(text)
                                .isEqualTo(duck.query(text).toString());
                    } else {
                        duck.execute(text);
                        sheaf.execute(text);
                    }
                }
            }
        }
    }

    private static String answer(SqlSession sheaf, String query) {
        try (Table result = sheaf.query(query).collect(sheaf.context().build())) {
            return Answer.of(result).toString();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LOAD httpfs", "INSTALL 'json'", "FORCE INSTALL icu", "CHECKPOINT"})
    void whatIsThereAnywayNeedNotBeLoaded(String statement) {
        try (SqlSession sheaf = new SqlSession();
                Table nothing = sheaf.query(statement).collect()) {
            assertThat(nothing.rowCount()).isZero();
            assertThatThrownBy(() -> sheaf.query("LOAD spatial"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("there is no extension spatial");
        }
    }

    @Test
    void tablesMayBeNamedByTexts() throws SQLException {
        List<String> statements = List.of(
                "CREATE TABLE t AS SELECT 1 AS a, 'x' AS b",
                "CREATE MACRO counted(n) AS TABLE SELECT count(*) AS c FROM query_table(n)");
        List<String> queries = List.of(
                "FROM query_table('t')",
                "SELECT q.a FROM query_table('main' || '.t') q",
                "FROM counted('t')",
                "WITH w AS (SELECT 7 AS z) FROM query_table('w')",
                "FROM query_table(['t', 't'])");
        try (DuckDb duck = new DuckDb();
                SqlSession sheaf = new SqlSession()) {
            for (String statement : statements) {
                duck.execute(statement);
                sheaf.execute(statement);
            }
            for (String query : queries) {
                assertThat(answer(sheaf, query))
                        .as(query)
                        .isEqualTo(duck.query(query).toString());
            }
            for (String refused : List.of("query_table('no')", "query_table(5)", "query_table([])", "query_table()")) {
                assertThatThrownBy(() -> sheaf.query("FROM " + refused)).isInstanceOf(SqlException.class);
            }
        }
    }

    @Test
    void threadsAreThoseOfContexts() {
        try (SqlSession sheaf = new SqlSession()) {
            int before = sheaf.context().build().threads();
            sheaf.execute("SET threads = 3");
            assertThat(sheaf.context().build().threads()).isEqualTo(3);
            sheaf.execute("RESET threads");
            assertThat(sheaf.context().build().threads()).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET nothing = 3",
                "RESET nothing",
                "SET threads = 0",
                "SET threads = 1, 2",
                "SET TimeZone = 'Europe/Berlin'",
                "SET memory_limit = '1GB'",
                "SET default_collation = 'nobody'",
                "SET default_order = 'DESC'",
                "SET default_null_order = 'somewhere'",
                "SET integer_division = 5",
                "SET schema = 'nowhere'"
            })
    void otherSettingsAndValuesAreRefused(String setting) {
        try (SqlSession sheaf = new SqlSession()) {
            assertThatThrownBy(() -> sheaf.execute(setting)).isInstanceOf(SqlException.class);
        }
    }
}
