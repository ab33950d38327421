package dev.sheaf.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.benchmarks.data.Question;
import dev.sheaf.column.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is right, and what is wrong, about an answer to `SELECT k, sum(v), avg(d) ... GROUP BY k`.
class AnswerCheckTest {
    private static final Question QUESTION = new Question("q", "SELECT * FROM truth", 1);

    private final SheafEngine sheaf = new SheafEngine(1);
    private final DuckDb duckdb = new DuckDb(1);
    private final AnswerCheck check = new AnswerCheck(sheaf, duckdb);

    @BeforeEach
    void fill() {
        duckdb.execute("CREATE TABLE truth AS SELECT * FROM"
                + " (VALUES ('a', 3::HUGEINT, 0.5::DOUBLE), ('b', 4, 1e9), (NULL, 5, NULL)) AS t(k, v, d)");
    }

    @AfterEach
    void close() {
        duckdb.close();
        sheaf.close();
    }

    @Test
    void takesTheSameRowsInAnotherOrder() {
        assertThatCode(() -> check(new String[] {null, "b", "a"}, new long[] {5, 4, 3}, new Double[] {null, 1e9, 0.5}))
                .doesNotThrowAnyException();
    }

    @Test
    void takesFloatsThatDifferByRounding() {
        assertThatCode(() ->
                        check(new String[] {"a", "b", null}, new long[] {3, 4, 5}, new Double[] {0.5, 1e9 + 0.5, null}))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesAnotherFloat() {
        refuses(new String[] {"a", "b", null}, new long[] {3, 4, 5}, new Double[] {0.5, 1e9 + 2, null});
    }

    @Test
    void refusesAnotherSum() {
        refuses(new String[] {"a", "b", null}, new long[] {3, 5, 5}, new Double[] {0.5, 1e9, null});
    }

    @Test
    void refusesANullThatIsNone() {
        refuses(new String[] {"a", "b", null}, new long[] {3, 4, 5}, new Double[] {0.5, 1e9, 0.0});
    }

    @Test
    void refusesAnotherKey() {
        refuses(new String[] {"a", "b", "c"}, new long[] {3, 4, 5}, new Double[] {0.5, 1e9, null});
    }

    @Test
    void refusesARowTooMany() {
        refuses(new String[] {"a", "b", null, "d"}, new long[] {3, 4, 5, 6}, new Double[] {0.5, 1e9, null, 1.0});
    }

    @Test
    void refusesARowTooFew() {
        refuses(new String[] {"a", "b"}, new long[] {3, 4}, new Double[] {0.5, 1e9});
    }

    @Test
    void countsRowsThatAreNothingButKeys() {
        Question keys = new Question("q", "SELECT * FROM (VALUES (1, 2), (1, 2), (1, 3)) AS t(a, b)", 2);

        try (Table same = Table.of("a", new int[] {1, 1, 1}, "b", new int[] {3, 2, 2});
                Table other = Table.of("a", new int[] {1, 1, 1}, "b", new int[] {3, 3, 2})) {
            assertThatCode(() -> check.check(keys, same)).doesNotThrowAnyException();
            assertThatThrownBy(() -> check.check(keys, other)).isInstanceOf(IllegalStateException.class);
        }
    }

    private void refuses(String[] keys, long[] sums, Double[] means) {
        assertThatThrownBy(() -> check(keys, sums, means))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Sheaf and DuckDB answer q differently");
    }

    private void check(String[] keys, long[] sums, Double[] means) {
        try (Table answer = Table.of("k", keys, "v", sums, "d", means)) {
            check.check(QUESTION, answer);
        }
    }
}
