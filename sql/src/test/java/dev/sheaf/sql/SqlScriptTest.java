package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;

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
}
