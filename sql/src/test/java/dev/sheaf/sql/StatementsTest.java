package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Statements that change something, one by one; random ones run beside DuckDB in the integration tests.
class StatementsTest {
    private final MemoryPool pool = MemoryPool.create();
    private final SqlSession sql = new SqlSession(pool);

    @AfterEach
    void everythingIsGivenBack() {
        sql.close();
        PoolCheck.assertEmpty(pool);
        pool.close();
    }

    private void assertRows(String query, Tables.Rows expected) {
        try (Table result = sql.query(query).collect(sql.context().build())) {
            Tables.assertSame(expected, result);
        }
    }

    private long rows(String table) {
        return sql.query("FROM " + table).count(sql.context().build());
    }

    @Test
    void insertedRowsComeInOrder() {
        assertThat(sql.execute("CREATE TABLE t (k VARCHAR, v DOUBLE)")).isZero();
        assertThat(sql.execute("INSERT INTO t VALUES ('a', 1), ('b', 2.5)")).isEqualTo(2);
        assertThat(sql.execute("INSERT INTO T (v) SELECT v + 1 FROM t")).isEqualTo(2);
        assertRows(
                "FROM t",
                Tables.of("k:string", "v:float64")
                        .row("a", 1.0)
                        .row("b", 2.5)
                        .row(null, 2.0)
                        .row(null, 3.5));
    }

    @Test
    void constantsTakeTheTypesOfTheColumns() {
        sql.execute("CREATE TABLE t (d DATE, s VARCHAR, n TINYINT)");
        sql.execute("INSERT INTO t VALUES ('2024-02-29', 2.5, 1.4), (DATE '2024-03-01', DATE '2024-03-01', DEFAULT)");
        assertRows(
                "FROM t",
                Tables.of("d:date", "s:string", "n:int8")
                        .row(LocalDate.of(2024, 2, 29), "2.5", 1)
                        .row(LocalDate.of(2024, 3, 1), "2024-03-01", null));
    }

    @Test
    void rowsMayBeInsertedByName() {
        sql.execute("CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER)");
        sql.execute("INSERT INTO t BY NAME SELECT 1 AS c, 2 AS a");
        assertRows("FROM t", Tables.of("a:int32", "b:int32", "c:int32").row(2, null, 1));
    }

    @Test
    void manySmallInsertsArePutTogether() {
        sql.execute("CREATE TABLE t (n BIGINT)");
        SqlStatement insert = sql.prepare("INSERT INTO t VALUES (?)");
        for (int i = 0; i < 1000; i++) {
            insert.execute(sql.context().build(), i);
        }
        assertRows(
                "SELECT count(*) AS n, sum(n)::BIGINT AS s FROM t",
                Tables.of("n", "s").row(1000L, 499500L));
        try (Table all = sql.query("FROM t").collect(sql.context().build())) {
            assertThat(all.longs("n")).isSorted();
        }
        assertThat(pool.usedBytes()).isLessThan(100_000);
    }

    @Test
    void parametersStandForValuesInEveryStatement() {
        sql.execute("CREATE TABLE t AS SELECT n, $2 AS s FROM range($1) r(n)", 3, "x");
        sql.execute("INSERT INTO t VALUES (?, ?)", 7, null);
        assertRows(
                "FROM t",
                Tables.of("n:int64", "s:string")
                        .row(0, "x")
                        .row(1, "x")
                        .row(2, "x")
                        .row(7, null));
        SqlStatement named = sql.prepare("INSERT INTO t VALUES ($n, $s)");
        assertThat(named.parameters()).containsExactly("n", "s");
        assertThat(named.execute(sql.context().build(), Map.of("n", 8, "s", "y")))
                .isEqualTo(1);
        assertThat(sql.prepare("SELECT $3, ?, $x, $x").parameters()).containsExactly("1", "2", "3", "x");
    }

    @Test
    void parametersTakeTheTypeOfWhatTheyMeet() {
        sql.execute("CREATE TABLE t (d DATE, n DECIMAL(9, 2))");
        sql.execute("INSERT INTO t VALUES (?, ?)", "2024-02-29", "1.5");
        try (Table found = sql.query("FROM t WHERE d = ? AND n > ?", "2024-02-29", 1)
                .collect(sql.context().build())) {
            assertThat(found.rowCount()).isEqualTo(1);
        }
    }

    @Test
    void updatesAndInsertsOfSeveralThreadsLoseNoRow() throws InterruptedException {
        sql.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER DEFAULT 0)");
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            int first = thread * 100;
            threads.add(Thread.startVirtualThread(() -> {
                for (int i = 0; i < 30; i++) {
                    sql.execute("INSERT INTO t (a) VALUES (?)", first + i);
                    sql.execute("UPDATE t SET b = b + 1 WHERE a = ?", first + i);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertRows(
                "SELECT count(*) AS n, count(*) FILTER (b = 1) AS b FROM t",
                Tables.of("n:int64", "b:int64").row(90L, 90L));
    }

    @Test
    void viewsReadWhatTheirTablesHoldNow() {
        sql.execute("CREATE TABLE t AS SELECT 1 AS a");
        sql.execute("CREATE VIEW v (x) AS SELECT a + 1 FROM t");
        sql.execute("CREATE VIEW w AS SELECT x * 10 AS y FROM v");
        sql.execute("INSERT INTO t VALUES (2)");
        assertRows("FROM w", Tables.of("y:int32").row(20).row(30));
        sql.execute("CREATE OR REPLACE TABLE t AS SELECT 5::BIGINT AS a");
        assertRows("FROM w", Tables.of("y:int64").row(60));
        assertThat(sql.views()).containsExactly("v", "w");
        sql.execute("DROP TABLE t");
        assertThatThrownBy(() -> sql.plan("FROM w"))
                .isInstanceOf(SqlException.class)
                .hasMessageStartingWith(
                        "line 1, column 6: \"w\" cannot be read: \"v\" cannot be read: there is no table");
    }

    @Test
    void viewsThatNameEachOtherEndInAnError() {
        sql.execute("CREATE VIEW v AS SELECT 1 AS a");
        sql.execute("CREATE VIEW w AS FROM v");
        sql.execute("CREATE OR REPLACE VIEW v AS FROM w");
        assertThatThrownBy(() -> sql.plan("FROM v")).hasMessageContaining("there is no table");
    }

    @Test
    void queriesUnderWayKeepTheRowsOfADroppedTable() {
        sql.execute("CREATE TABLE t AS FROM range(100000) r(n)");
        QueryContext context = sql.context().build();
        try (BatchSource rows = sql.query("FROM t").stream(context)) {
            sql.execute("DROP TABLE t");
            long count = 0;
            Batch batch;
            while ((batch = rows.next(context)) != null) {
                count += batch.table().rowCount();
                batch.close();
            }
            assertThat(count).isEqualTo(100_000);
        }
        assertThat(pool.usedBytes()).isZero();
    }

    @Test
    void queriesMadeBeforeTheTableWasDroppedSaySo() {
        sql.execute("CREATE TABLE t AS SELECT 1 AS a");
        var query = sql.query("FROM t");
        sql.execute("DROP TABLE t");
        assertThatThrownBy(() -> query.collect(sql.context().build()))
                .hasMessage("the table \"t\" was dropped after this query was made");
    }

    @Test
    void aStatementThatFailsChangesNothing() {
        sql.execute("CREATE TABLE t (a INTEGER, b VARCHAR NOT NULL)");
        sql.execute("INSERT INTO t VALUES (1, 'x')");
        for (String wrong : new String[] {
            "INSERT INTO t SELECT n, CASE WHEN n < 5 THEN 'x' END FROM range(10) r(n)",
            "INSERT INTO t SELECT (n * 1000000000)::VARCHAR, 'y' FROM range(10) r(n)",
            "INSERT INTO t (a) VALUES (3)",
            "CREATE OR REPLACE TABLE t AS SELECT CAST('x' || n AS INTEGER) AS a FROM range(3) r(n)"
        }) {
            assertThatThrownBy(() -> sql.execute(wrong)).as(wrong).isInstanceOf(RuntimeException.class);
        }
        assertRows("FROM t", Tables.of("a:int32", "b:string").row(1, "x"));
        assertRows(
                "DESCRIBE t",
                Tables.of("column_name", "column_type", "null", "key:string", "default:string", "extra:string")
                        .row("a", "INTEGER", "YES", null, null, null)
                        .row("b", "VARCHAR", "NO", null, null, null));
    }

    @Test
    void existingTablesAreKeptOrReplacedIfAsked() {
        sql.execute("CREATE TABLE t AS SELECT 1 AS a");
        sql.execute("CREATE TABLE IF NOT EXISTS T AS SELECT 2 AS a");
        assertRows("FROM t", Tables.of("a:int32").row(1));
        sql.execute("CREATE OR REPLACE TABLE T AS SELECT a + 1 AS a FROM t");
        assertRows("FROM t", Tables.of("a:int32").row(2));
        assertRows("SHOW TABLES", Tables.of("name").row("T"));
        sql.execute("DROP TABLE IF EXISTS nothing");
        sql.execute("DROP TABLE t");
        assertThat(sql.tables()).isEmpty();
    }

    @Test
    void registeredTablesMayBeReplacedAndDropped() {
        try (Table given = Tables.of("a:int32").row(1).build(pool)) {
            sql.register("t", given);
            sql.execute("CREATE OR REPLACE TABLE t AS SELECT a + 1 AS a FROM t");
            assertThat(rows("t")).isEqualTo(1);
            sql.register("t", given);
            assertRows("FROM t", Tables.of("a:int32").row(1));
            sql.execute("DROP TABLE t");
        }
        assertThat(pool.usedBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    CREATE TABLE t (a INTEGER)                    |  1 | there is a table or view "t" already; write CREATE OR REPLACE TABLE, or CREATE TABLE IF NOT EXISTS
                    CREATE TABLE u (a INTEGER, a INTEGER)         |  1 | two columns are named "a"
                    CREATE TABLE u (a INTEGR)                     | 19 | there is no type INTEGR
                    CREATE TABLE u (a INTEGER) AS SELECT 1        |  1 | CREATE TABLE takes columns or AS, not both; cast in the query
                    CREATE TABLE u AS SELECT x FROM t             | 26 | column "x" not found; columns: a, b.
                    CREATE OR REPLACE TABLE v AS SELECT 1         |  1 | "v" is a view; write CREATE OR REPLACE VIEW
                    CREATE OR REPLACE VIEW t AS SELECT 1          |  1 | "t" is a table; write CREATE OR REPLACE TABLE
                    CREATE VIEW v AS SELECT 1                     |  1 | there is a table or view "v" already; write CREATE OR REPLACE VIEW
                    CREATE VIEW u AS SELECT ?                     | 25 | the parameter $1 has no value
                    INSERT INTO u VALUES (1)                      |  1 | there is no table "u"; tables: nothing, t, v.
                    INSERT INTO v VALUES (1)                      |  1 | "v" was not made by CREATE TABLE, and only such tables take rows
                    INSERT INTO t VALUES (1)                      | 23 | 1 values for 2 columns
                    INSERT INTO t (a, c) VALUES (1, 2)            | 19 | column "c" not found; columns: a, b.
                    INSERT INTO t (a, A) VALUES (1, 2)            | 19 | column "a" is named twice
                    INSERT INTO t VALUES ('x', 2)                 | 23 | cannot read 'x' as int32
                    INSERT INTO nothing VALUES (1)                | 29 | the column was made of NULL, and has no type for other values
                    INSERT INTO nothing SELECT 1                  | 21 | column "a" was made of NULL, and has no type for other values
                    INSERT INTO t SELECT 1, 2, 3                  | 15 | 3 values for 2 columns
                    UPDATE t SET z = 1                            | 14 | column "z" not found; columns: a, b.
                    UPDATE t SET b = zz                           | 18 | column "zz" not found; columns: a, b, rowid.
                    DELETE FROM t WHERE zz = 1                    | 21 | column "zz" not found; columns: a, b, rowid.
                    DELETE FROM t WHERE t.zz = 1                  | 21 | column "zz" not found in "t"; columns: a, b.
                    UPDATE v SET a = 1                            |  1 | "v" was not made by CREATE TABLE, and only such tables take rows
                    DELETE FROM u                                 |  1 | there is no table "u"; tables: nothing, t, v.
                    CREATE TABLE u (a INTEGER, CHECK (z > 0))     | 35 | column "z" not found
                    CREATE TABLE u (a INT CHECK (a > (SELECT 1))) | 23 | CHECK takes expressions of single rows, without queries
                    CREATE TABLE u (a INT CHECK (a > ?))          | 34 | CHECK holds no parameter; its value would be gone
                    INSERT INTO t SELECT 1, 2 ON CONFLICT DO NOTHING | 27 | there is no such PRIMARY KEY or UNIQUE that rows could conflict with
                    CREATE TABLE u (a INTEGER REFERENCES t (a))   | 17 | "t" has no PRIMARY KEY or UNIQUE of a that these columns could refer to
                    CREATE TABLE u (a INTEGER DEFAULT 'x')        | 35 | cannot read 'x' as int32
                    CREATE TABLE u (a INTEGER DEFAULT ?)          | 35 | a default holds no parameter; its value would be gone
                    UPDATE nothing SET a = 'x'                    |  1 | column "a" was made of NULL, and has no type for other values
                    CREATE TABLE u (a INTEGER, PRIMARY KEY (z))   | 41 | column "z" not found; columns: a.
                    INSERT INTO t BY NAME SELECT 1 AS z           |  1 | column "z" not found; columns: a, b.
                    DROP TABLE u                                  |  1 | there is no table "u"; tables: nothing, t, v.
                    DROP VIEW t                                   |  1 | "t" is a table; write DROP TABLE
                    DROP TABLE IF EXISTS v                        |  1 | "v" is a view; write DROP VIEW
                    COPY t TO 'x.numbers'                         |  1 | numbers are not written
                    COPY t TO 'x.words'                           |  1 | no file format for the ending of "x.words"
                    COPY t TO 'x.numbers' (DELIMITER ';')         |  1 | numbers are not written
                    COPY t FROM 'absent.numbers'                  |  1 | no file absent.numbers
                    SELECT 1                                      |  1 | this gives rows and changes nothing; run it by SqlSession.query(...)
                    """)
    void whatIsRefused(String statement, int column, String problem) {
        sql.execute("CREATE TABLE t (a INTEGER, b VARCHAR)");
        sql.execute("CREATE VIEW v AS FROM t");
        sql.execute("CREATE TABLE nothing AS SELECT NULL AS a");
        SqlException refused = catchThrowableOfType(SqlException.class, () -> sql.execute(statement));
        assertThat(refused.problem()).startsWith(problem);
        assertThat(refused.column()).isEqualTo(column);
        assertThat(sql.tables()).containsExactly("nothing", "t", "v");
    }

    @Test
    void errorsOfUpdatesNameWhatWasWritten() {
        sql.execute("CREATE TABLE t AS SELECT 1 AS a");
        assertThatThrownBy(() -> sql.execute("UPDATE t SET a = 'x' FROM (VALUES (1)) u(b) WHERE a = b"))
                .hasMessageContaining("cannot read 'x' as int32")
                .hasMessageNotContaining("struct_extract");
        assertThatThrownBy(() -> sql.execute("UPDATE t SET a = b FROM (SELECT [1] AS b) u"))
                .hasMessageContaining("cast(b as int32)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1", "CREATE TABLE t AS SELECT 1 AS a", "EXPLAIN SELECT 1", "SHOW TABLES"})
    void statementsKnowWhetherTheyGiveRows(String text) {
        assertThat(sql.prepare(text).isQuery()).isEqualTo(!text.startsWith("CREATE"));
    }

    @Test
    void memoryIsThatOfTheSession() {
        SqlStatement create = sql.prepare("CREATE TABLE t AS SELECT 1 AS a");
        assertThatThrownBy(() -> create.execute(QueryContext.create()))
                .hasMessage("this context has memory of another pool; make it by context() of the session");
        sql.close();
        assertThatThrownBy(() -> create.execute(sql.context().build())).hasMessage("the session is closed");
    }
}
