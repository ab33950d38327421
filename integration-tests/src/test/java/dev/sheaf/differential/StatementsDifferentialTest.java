package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Statements that change something do what they do in DuckDB: random ones one after the other, and files that one
/// side writes and the other reads.
class StatementsDifferentialTest {
    private static final int SCRIPTS = 800;
    private static final int STATEMENTS = 30;
    private static final String NO_CONVERSION = "there is no conversion from";

    private static final String ROWS =
            "SELECT n AS i, n * 1.25 AS d, CASE WHEN n % 3 > 0 THEN '0' || n || ', \"x\"' END AS s, "
                    + "DATE '2024-02-28' + n::INTEGER AS day, n % 2 = 0 AS even FROM range(10) r(n)";

    @TempDir
    private Path folder;

    @Test
    void randomStatementsDoWhatTheyDoInDuckDb() {
        RandomCases.run(SCRIPTS, random -> {
            try (MemoryPool pool = MemoryPool.create()) {
                runScript(new StatementGenerator(random), pool);
                PoolCheck.assertEmpty(pool);
            }
        });
    }

    private static void runScript(StatementGenerator generator, MemoryPool pool) {
        List<String> script = new ArrayList<>();
        try (DuckDb duck = new DuckDb();
                SqlSession sheaf = new SqlSession(pool)) {
            for (int i = 0; i < STATEMENTS; i++) {
                String statement = generator.statement();
                if (statement.startsWith("ALTER") && sheaf.inTransaction()) {
                    continue; // DuckDB refuses it after other changes of the table
                }
                String outcome = outcomeIn(duck, statement);
                script.add(statement + "; -- " + outcome);
                String sheafs = outcomeIn(sheaf, statement);
                if (sheafs.equals(NO_CONVERSION) && !outcome.equals("an error")) {
                    return; // DuckDB converts nulls between all types; the tables differ from here on
                }
                assertThat(sheafs.equals(NO_CONVERSION) ? "an error" : sheafs)
                        .as(String.join("\n", script))
                        .isIn(allowed(outcome));
                if (outcome.equals("an error") && sheaf.inTransaction()) {
                    rollback(duck, sheaf); // many an error ends a transaction of DuckDB
                    script.add("ROLLBACK;");
                }
                if (!sheaf.inTransaction()) { // a query that fails would end that of DuckDB
                    compareTables(duck, sheaf, script);
                }
            }
        }
    }

    private static void rollback(DuckDb duck, SqlSession sheaf) {
        assertThat(outcomeIn(duck, "ROLLBACK")).isEqualTo(outcomeIn(sheaf, "ROLLBACK"));
    }

    /// Where there is no row to cast, DuckDB finds no fault with types that do not fit.
    private static List<String> allowed(String outcome) {
        return outcome.equals("0 rows") ? List.of(outcome, "an error") : List.of(outcome);
    }

    private static boolean isCounted(String statement) {
        return Stream.of("INSERT", "UPDATE", "DELETE").anyMatch(statement::startsWith);
    }

    private static String outcomeIn(DuckDb duck, String statement) {
        try {
            long count = duck.update(statement);
            return isCounted(statement) ? count + " rows" : "done";
        } catch (SQLException refused) {
            return "an error";
        }
    }

    private static String outcomeIn(SqlSession sheaf, String statement) {
        try {
            long count = sheaf.execute(statement);
            return isCounted(statement) ? count + " rows" : "done";
        } catch (IllegalArgumentException | ArithmeticException refused) {
            return String.valueOf(refused.getMessage()).contains(NO_CONVERSION) ? NO_CONVERSION : "an error";
        }
    }

    private static void compareTables(DuckDb duck, SqlSession sheaf, List<String> script) {
        for (String name : StatementGenerator.NAMES) {
            String query = "SELECT * FROM " + name;
            assertThat(answer(sheaf, query))
                    .as(name + " after\n" + String.join("\n", script))
                    .isEqualTo(answer(duck, query));
        }
    }

    private static String answer(DuckDb duck, String query) {
        try {
            return duck.query(query).toString();
        } catch (SQLException refused) {
            return "an error";
        }
    }

    private static String answer(SqlSession sheaf, String query) {
        try (Table result = sheaf.query(query).collect(sheaf.context().build())) {
            return Answer.of(result).toString();
        } catch (IllegalArgumentException | ArithmeticException refused) {
            return "an error";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "tsv", "csv.gz", "parquet"})
    void whatOneSideCopiesToAFileTheOtherOneCopiesFromIt(String ending) throws SQLException {
        String table = "CREATE TABLE t (i BIGINT, d DECIMAL(6, 2), s VARCHAR, day DATE, even BOOLEAN)";
        try (DuckDb duck = new DuckDb();
                SqlSession sheaf = new SqlSession()) {
            duck.execute(table);
            sheaf.execute(table);
            Path file = folder.resolve("rows." + ending);
            assertThat(sheaf.execute("COPY (" + ROWS + ") TO '" + file + "'")).isEqualTo(10);
            assertThat(sheaf.execute("COPY t FROM '" + file + "'")).isEqualTo(10);
            duck.execute("COPY t FROM '" + file + "'");
            assertThat(answer(sheaf, "FROM t")).isEqualTo(answer(duck, "FROM t"));
            if (!ending.contains(".gz")) {
                duck.execute("COPY t TO '" + file + "'");
                assertThat(sheaf.execute("COPY t (i, d, s, day, even) FROM '" + file + "'"))
                        .isEqualTo(10);
                duck.execute("INSERT INTO t FROM t");
                assertThat(answer(sheaf, "FROM t")).isEqualTo(answer(duck, "FROM t"));
            }
        }
    }

    /// Values of an ENUM are written as texts, also those inside of others.
    @Test
    void parquetHoldsTheTextsOfEnums() throws SQLException {
        String rows = "SELECT l, [l, NULL] AS ls, {'a': l, 'b': [{'c': l}]} AS s"
                + " FROM (VALUES ('low'), ('high'), (NULL)) t(n), (SELECT n::ENUM('low', 'high') AS l)";
        try (DuckDb duck = new DuckDb();
                SqlSession sheaf = new SqlSession()) {
            Path file = folder.resolve("enums.parquet");
            assertThat(sheaf.execute("COPY (" + rows + ") TO '" + file + "'")).isEqualTo(3);
            String read = "SELECT typeof(ls), typeof(s), l, ls[1], s.a, s.b[1].c FROM '" + file + "'";
            assertThat(answer(sheaf, read)).contains("VARCHAR[]").isEqualTo(answer(duck, read));
        }
    }

    /// A column of text keeps what looks like a number.
    @Test
    void textsOfFilesStayTexts() throws SQLException {
        try (DuckDb duck = new DuckDb();
                SqlSession sheaf = new SqlSession()) {
            Path file = folder.resolve("codes.csv");
            duck.execute("COPY (SELECT '00' || n AS code, NULL AS nothing FROM range(3) r(n)) TO '" + file + "'");
            for (String statement : List.of("CREATE TABLE t (c VARCHAR, x VARCHAR)", "COPY t FROM '" + file + "'")) {
                duck.execute(statement);
                sheaf.execute(statement);
            }
            assertThat(answer(sheaf, "FROM t"))
                    .isEqualTo(answer(duck, "FROM t"))
                    .contains("002");
        }
    }
}
