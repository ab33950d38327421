package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Queries that read themselves; the values are DuckDB's.
@ExtendWith(PoolCheck.class)
class RecursionTest {
    private static void assertRows(MemoryPool pool, String query, Tables.Rows expected) {
        QueryContext context = QueryContext.builder().pool(pool).threads(4).build();
        try (Table result = new SqlSession().query(query).collect(context)) {
            Tables.assertSame(expected, result);
        }
    }

    @Test
    void stepsReadTheRowsBeforeThem(MemoryPool pool) {
        assertRows(
                pool,
                "WITH RECURSIVE r(n, s) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, s || 'b' FROM r WHERE n < 3)"
                        + " SELECT * FROM r",
                Tables.of("n:int32", "s:string").row(1, "a").row(2, "ab").row(3, "abb"));
    }

    @Test
    void distinctRowsEndACircle(MemoryPool pool) {
        assertRows(
                pool,
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION SELECT (n * 3) % 7 FROM r) SELECT sum(n) AS s, count(*) AS c FROM r",
                Tables.of("s:int64", "c:int64").row(21, 6));
        assertRows(
                pool,
                "WITH RECURSIVE r AS (SELECT NULL::INTEGER AS n UNION SELECT NULL FROM r) SELECT * FROM r",
                Tables.of("n:int32").row(new Object[] {null}));
    }

    @Test
    void aLimitEndsARecursionWithoutEnd(MemoryPool pool) {
        assertRows(
                pool,
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n * 2 FROM r) SELECT n FROM r LIMIT 3",
                Tables.of("n:int32").row(1).row(2).row(4));
    }

    @Test
    void whatAStepKeepsIsMadeAnewForEachStep(MemoryPool pool) {
        assertRows(
                pool,
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL (WITH d AS (SELECT DISTINCT n FROM r)"
                        + " SELECT a.n + b.n FROM d a, d b WHERE a.n < 8)) SELECT n FROM r",
                Tables.of("n:int32").row(1).row(2).row(4).row(8));
    }

    @Test
    void twoReadersOfARecursionAgree(MemoryPool pool) {
        assertRows(
                pool,
                "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 3)"
                        + " SELECT a.n AS x, b.n AS y FROM r a JOIN r b ON a.n = b.n + 1 ORDER BY x",
                Tables.of("x:int32", "y:int32").row(2, 1).row(3, 2));
    }

    @Test
    void recursionsWithoutEndAreCancelled(MemoryPool pool) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .timeout(Duration.ofMillis(200))
                .build();
        assertThatThrownBy(() -> new SqlSession()
                        .query("WITH RECURSIVE r AS (SELECT 1::BIGINT AS n UNION ALL SELECT (n + 1) % 9 FROM r)"
                                + " SELECT sum(n) FROM r")
                        .collect(context))
                .isInstanceOf(QueryCancelledException.class);
    }

    @Test
    void distinctRowsAreCountedAgainstTheLimit() {
        MemoryPool small = MemoryPool.withLimit(256L << 10);
        QueryContext context = QueryContext.builder().pool(small).threads(1).build();
        assertThatThrownBy(() -> new SqlSession()
                        .query(
                                "WITH RECURSIVE r AS (SELECT 1::BIGINT AS n UNION SELECT n + m.i * 1000 FROM r, range(900) m(i)"
                                        + " WHERE n < 1000000) SELECT count(*) FROM r")
                        .collect(context))
                .isInstanceOf(MemoryLimitException.class);
        PoolCheck.assertEmpty(small);
    }
}
