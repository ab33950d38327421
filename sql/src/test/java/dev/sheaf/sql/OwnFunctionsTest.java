package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.ScalarFunction;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OwnFunctionsTest {
    private static final ScalarFunction TWICE =
            ScalarFunction.of("Twice", DataType.INT64, DataType.INT64, (Long x) -> 2 * x);

    private static Object one(SqlSession session, String query) {
        try (Table table = session.query(query).collect()) {
            assertThat(table.rowCount()).isEqualTo(1);
            return String.valueOf(table.column(0).get(0));
        }
    }

    @Test
    void registeredFunctionsAreCalledInAnyCase() {
        try (SqlSession session = new SqlSession().register(TWICE)) {
            assertThat(one(session, "SELECT twice(21)")).isEqualTo("42");
            assertThat(one(session, "SELECT sum(TWICE(n)) FROM range(4) t(n) WHERE twice(n) > 2"))
                    .isEqualTo("10");
            assertThat(one(session, "SELECT twice(NULL)")).isEqualTo("null");
        }
    }

    @Test
    void aLaterFunctionTakesTheNameOfOneBefore() {
        try (SqlSession session = new SqlSession().register(TWICE)) {
            session.execute("CREATE VIEW v AS SELECT twice(5) AS x");
            session.register(ScalarFunction.of("twice", DataType.INT64, DataType.INT64, (Long x) -> -2 * x));
            assertThat(one(session, "SELECT twice(1)")).isEqualTo("-2");
            assertThat(one(session, "SELECT x FROM v")).isEqualTo("-10");
        }
    }

    @Test
    void namesOfSqlAreRefused() {
        for (String name : new String[] {"sum", "LOWER", "row_number", "random", "geomean", "format", "today"}) {
            ScalarFunction taken = ScalarFunction.of(name, DataType.INT64, DataType.INT64, (Long x) -> x);
            assertThatThrownBy(() -> new SqlSession().register(taken))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("SQL has a function " + name);
        }
    }

    @Test
    void macrosTakeNoNameOfSqlAndGiveWayToFunctions() {
        try (SqlSession session = new SqlSession()) {
            assertThatThrownBy(() -> session.execute("CREATE MACRO Sum(a) AS a"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("SQL has a function Sum");
            session.execute("CREATE MACRO twice(a) AS 3 * a");
            assertThat(one(session, "SELECT Twice(1)")).isEqualTo("3");
            session.register(TWICE);
            assertThat(one(session, "SELECT twice(1)")).isEqualTo("2");
            assertThatThrownBy(() -> session.execute("CREATE MACRO twice(a) AS a"))
                    .hasMessageContaining("write CREATE OR REPLACE MACRO");
        }
    }

    @Test
    void aLambdaOfAMacroDoesNotCaptureTheLambdaAround() {
        try (SqlSession session = new SqlSession()) {
            session.execute("CREATE MACRO added(l, x) AS list_transform(l, lambda y: y + x)");
            assertThat(one(session, "SELECT list_transform([5], lambda y: added([1], y))"))
                    .isEqualTo("[[6]]");
        }
    }

    /// They count in each of their places, before anything walks over them.
    @Test
    @Timeout(60)
    void argumentsThatDoubleWithEveryMacroAreRefused() {
        try (SqlSession session = new SqlSession()) {
            session.execute("CREATE MACRO plain(a) AS a");
            session.execute("CREATE MACRO twofold(a) AS twofold(a + a)");
            session.execute("CREATE MACRO longer(a) AS (SELECT longer(a - 1))");
            assertThat(one(session, "SELECT plain(plain(1 + 1))")).isEqualTo("2");
            for (String endless : List.of("twofold(1)", "longer(1)")) {
                assertThatThrownBy(() -> session.query("SELECT " + endless).collect())
                        .isInstanceOf(SqlException.class)
                        .hasMessageContaining("the macros of this query stand for more than 100000 parts");
            }
        }
    }

    /// DuckDB takes the `v` of the second query for the one in the macro.
    @Test
    void aQueryOfAMacroCapturesNoColumnOfTheCall() {
        try (SqlSession session = new SqlSession()) {
            session.execute("CREATE MACRO below(a) AS (SELECT max(v) FROM (VALUES (1), (7)) t(v) WHERE v < a)");
            assertThat(one(session, "SELECT list(below(v) ORDER BY v) FROM (VALUES (5), (9)) q(v)"))
                    .isEqualTo("[1, 7]");
            assertThat(one(session, "SELECT (SELECT below(v + k) FROM (VALUES (3)) p(k)) FROM (VALUES (2)) q(v)"))
                    .isEqualTo("1");
        }
    }

    @Test
    void errorsInAMacroPointAtItsCall() {
        try (SqlSession session = new SqlSession()) {
            session.execute("CREATE MACRO nothing() AS 1");
            assertThatThrownBy(() -> session.query("SELECT nothing(a := 1)"))
                    .hasMessageContaining("the arguments do not fit the macro; it takes nothing()");
            session.execute("CREATE MACRO   spelled(a) AS a + nowhere");
            assertThatThrownBy(() -> session.query("SELECT 1, spelled(2)"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("line 1, column 11: column \"nowhere\" not found")
                    .hasMessageContaining("^^^^^^^^^^");
        }
    }

    @Test
    void mistakesArePointedAt() {
        try (SqlSession session = new SqlSession().register(TWICE)) {
            assertThatThrownBy(() -> session.query("SELECT twice(1, 2)"))
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("Twice takes 1 argument, not 2");
            assertThatThrownBy(() -> session.query("SELECT twise(1)")).hasMessageContaining("Did you mean \"twice\"?");
            assertThatThrownBy(() -> session.query("SELECT twice('a')")).isInstanceOf(SqlException.class);
        }
    }

    @Test
    void oneStatementHasOneNow() {
        try (SqlSession session = new SqlSession()) {
            assertThat(one(
                            session,
                            "SELECT now() = current_timestamp AND today() = current_date"
                                    + " AND now() = (SELECT now())"))
                    .isEqualTo("true");
        }
    }
}
