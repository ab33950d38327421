package dev.sheaf.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Sample;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Windows over more rows than memory holds: in partitions that fit, and in one that does not.
class LargeWindowsTest {
    private static final long LIMIT = 12 << 20;
    private static final String ROWS = """
            (SELECT i, i % 5 AS few, i * 7919 % 60000 AS many, i * 104729 % 9973 AS v, 't' || i % 100 AS t
             FROM range(200000) AS r(i))""";

    private final SqlSession session = new SqlSession();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PARTITION BY few  | rank() OVER w AS a, sum(v) OVER w AS b, substr(max(t) OVER w, 2)::BIGINT AS c",
                "PARTITION BY many | rank() OVER w AS a, sum(v) OVER w AS b, percent_rank() OVER w AS c",
                "                  | row_number() OVER w AS a, dense_rank() OVER w AS b, avg(v) OVER w AS c",
                "                  | substr(lag(t, 3) OVER w, 2)::BIGINT AS a, sum(v) OVER (w ROWS BETWEEN 2 PRECEDING AND 3 FOLLOWING) AS b, first_value(i) OVER w AS c",
                "PARTITION BY few  | lead(v) OVER w AS a, count(DISTINCT t) OVER (w ROWS 4 PRECEDING) AS b, lag(i) OVER (PARTITION BY many ORDER BY i) AS c"
            })
    void windowsGoToDisk(@Nullable String partition, String calls) {
        String sql = "SELECT sum(i % 1009 * (coalesce(a, -1) + 3 * coalesce(b, -1))) AS ab,"
                + " sum(i % 1013 * round(1000 * coalesce(c, -1))::BIGINT) AS c FROM (SELECT i, " + calls + " FROM "
                + ROWS
                + " WINDOW w AS (" + (partition == null ? "" : partition) + " ORDER BY v, i))";
        try (MemoryPool pool = MemoryPool.withLimit(LIMIT)) {
            QueryContext limited = context(pool);
            assertThat(answer(sql, limited)).isEqualTo(answer(sql, context(MemoryPool.shared())));
            assertThat(limited.spill().spills()).isPositive();
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void whatTakesAPartitionWholeSaysSo() {
        String sql = "SELECT max(a) FROM (SELECT percent_rank() OVER (ORDER BY v) AS a FROM " + ROWS + ")";
        try (MemoryPool pool = MemoryPool.withLimit(LIMIT / 2)) {
            assertThatThrownBy(() -> answer(sql, context(pool)))
                    .isInstanceOf(MemoryLimitException.class)
                    .hasMessageContaining(
                            "a partition has to fit in memory whole for percent_rank() over (order by v)");
            PoolCheck.assertEmpty(pool);
        }
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).threads(2).build();
    }

    private String answer(String sql, QueryContext context) {
        try (Table result = LazyFrame.of(session.plan(sql)).collect(context)) {
            return Sample.of(result).rows().toString();
        }
    }
}
