package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SqlScriptTest {
    @Test
    void statementsEndWithASemicolon() {
        assertThat(SqlScript.of("SELECT 1;\n select 2 ;; -- done\n")).satisfies(script -> {
            assertThat(script.statements()).containsExactly("SELECT 1", "select 2");
            assertThat(script.rest()).isEmpty();
        });
        assertThat(SqlScript.of("SELECT 1; SELECT 2").rest()).isEqualTo("SELECT 2");
        assertThat(SqlScript.of("")).isEqualTo(SqlScript.of(" /* ; */ ;"));
    }

    @Test
    void quotesAndCommentsHideSemicolons() {
        assertThat(SqlScript.of("SELECT ';' AS \"a;b\", $$;$$, $x$ ; $$ $x$ -- ;\n, 1 /* ; */;")
                        .statements())
                .hasSize(1);
        assertThat(SqlScript.of("SELECT 'it''s;';").statements()).containsExactly("SELECT 'it''s;'");
        assertThat(SqlScript.of("SELECT e'\\';', $1; SELECT 2;").statements())
                .containsExactly("SELECT e'\\';', $1", "SELECT 2");
        assertThat(SqlScript.of("SELECT name'\\'; x").statements()).hasSize(1);
    }

    @Test
    void whatIsOpenGoesOn() {
        assertThat(SqlScript.of("SELECT 'a;").statements()).isEmpty();
        assertThat(SqlScript.of("SELECT 1 /* ;").rest()).isEqualTo("SELECT 1 /* ;");
        assertThat(SqlScript.of("SELECT $$;").rest()).isEqualTo("SELECT $$;");
    }

    @Test
    void statementsOfAScriptNameTheirPlacesInIt() {
        try (SqlSession session = new SqlSession()) {
            String script = "SELECT 1;\n\n  SELECT x\n  FROM none; SELECT 2 AS z";
            List<SqlStatement> statements = session.prepareAll(script);

            assertThat(statements)
                    .extracting(SqlStatement::text)
                    .containsExactly("SELECT 1", "SELECT x\n  FROM none", "SELECT 2 AS z");
            assertThatThrownBy(() -> statements.get(1).plan())
                    .isInstanceOfSatisfying(
                            SqlException.class,
                            error -> assertThat(error.place()).isEqualTo("line 4, column 8"));
            assertThatThrownBy(() -> session.prepareAll("SELECT 1;\n SELECT 2;  SELEC 3"))
                    .hasMessageStartingWith("line 2, column 13: ")
                    .hasMessageEndingWith("\n  SELEC 3\n  ^^^^^");
            assertThat(session.prepareAll("SELECT 1;")).hasSize(1);
            assertThatThrownBy(() -> session.prepareAll(" -- nothing")).hasMessageContaining("there is no query");
        }
    }

    @Test
    void statementsInCommentsArePlacesOfNothing() {
        try (SqlSession session = new SqlSession()) {
            List<SqlStatement> statements =
                    session.prepareAll("SELECT 1; -- FROM none\n ; /* FROM none */;\n FROM none");

            assertThatThrownBy(() -> statements.getLast().plan()).hasMessageStartingWith("line 3, column 7: ");
        }
    }

    @Test
    void longScriptsHoldEachStatementOnce() {
        try (SqlSession session = new SqlSession()) {
            int count = 20_000;
            List<SqlStatement> statements = session.prepareAll("SELECT 1 AS x;\n\n".repeat(count));

            assertThat(statements).hasSize(count);
            assertThat(statements.getLast().text()).isEqualTo("SELECT 1 AS x");
        }
    }
}
