package dev.sheaf.sqllogic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LogicRunTest {
    private static LogicRun.Outcome run(String script) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sheaf:")) {
            return new LogicRun(connection, Set.of("sheaf")).run(LogicScript.read(script));
        }
    }

    @Test
    void valuesStandOneALineOrARowALine() throws SQLException {
        LogicRun.Outcome outcome = run("""
                query IT
                VALUES (1, 'a'), (2, NULL), (3, '')
                ----
                1
                a
                2
                NULL
                3
                (empty)

                query IT rowsort
                VALUES (2, 'b'), (1, 'a')
                ----
                1\ta
                2\tb

                query I valuesort
                VALUES (2), (1)
                ----
                1
                2
                """);
        assertThat(outcome).isEqualTo(new LogicRun.Outcome(3, java.util.List.of(), java.util.List.of(), ""));
    }

    @Test
    void anotherValueIsWrong() throws SQLException {
        LogicRun.Outcome outcome = run("""
                statement ok
                CREATE TABLE t (a INTEGER)

                query I
                SELECT 1
                ----
                2

                query I
                SELECT 1, 2
                ----
                1
                """);
        assertThat(outcome.right()).isEqualTo(1);
        assertThat(outcome.wrong()).hasSize(2);
        assertThat(outcome.wrong().getFirst()).isEqualTo("line 4: SELECT 1\ngives\n1\ninstead of\n2");
    }

    @Test
    void statementsFailWhereTheyShould() throws SQLException {
        LogicRun.Outcome outcome = run("""
                statement error
                SELECT nothing

                statement error
                SELECT 1
                ----
                some message

                statement ok
                SELECT nothing
                """);
        assertThat(outcome.right()).isEqualTo(1);
        assertThat(outcome.wrong()).singleElement().asString().startsWith("line 4: this should fail");
        assertThat(outcome.refused()).singleElement().asString().startsWith("line 9: ");
    }

    @Test
    void longResultsAreHashed() throws SQLException {
        // As printf '1\\n2\\n3\\n' | md5sum says.
        LogicRun.Outcome outcome = run("""
                hash-threshold 2

                query I rowsort one
                VALUES (3), (2), (1)
                ----
                3 values hashing to c0710d6b4f15dfa88f600b0e6b624077

                query I rowsort one
                VALUES (4)
                """);
        assertThat(outcome.right()).isEqualTo(1);
        assertThat(outcome.wrong()).singleElement().asString().contains("label");
    }

    @Test
    void loopsAreWrittenOut() throws SQLException {
        LogicRun.Outcome outcome = run("""
                loop i 1 3
                foreach t INTEGER BIGINT

                query I
                SELECT ${i}::${t}
                ----
                ${i}

                endloop
                endloop
                """);
        assertThat(outcome.right()).isEqualTo(4);
        assertThatThrownBy(() -> LogicScript.read("loop i 0 2\n")).hasMessage("line 1: there is no endloop");
    }

    @Test
    void conditionsChooseEngines() throws SQLException {
        LogicRun.Outcome outcome = run("""
                skipif sheaf
                query I
                SELECT 1
                ----
                2

                onlyif mysql
                statement ok
                nonsense

                onlyif sheaf
                query I
                SELECT 1
                ----
                1

                mode skip

                statement ok
                nonsense

                mode unskip

                halt

                statement ok
                nonsense
                """);
        assertThat(outcome).isEqualTo(new LogicRun.Outcome(1, java.util.List.of(), java.util.List.of(), ""));
    }

    @Test
    void whatIsNotKnownEndsTheFile() throws SQLException {
        assertThat(run("require icu\n\nstatement ok\nnonsense\n").left()).isEqualTo("1: require icu");
    }

    @Test
    void numbersMayDifferInTheirLastDigits() throws SQLException {
        LogicRun.Outcome outcome = run("""
                query R
                SELECT 1.0 / 3
                ----
                0.333

                query T
                SELECT 1e0 / 3
                ----
                0.33333333333

                query T
                SELECT 1e0 / 3
                ----
                0.3334
                """);
        assertThat(outcome.right()).isEqualTo(2);
        assertThat(outcome.wrong()).hasSize(1);
    }
}
