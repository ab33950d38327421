package dev.sheaf.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cli.datagen.GroupByDataset;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Under any limit a query gives the right answer or says that the limit is too small; either way the pool is
/// empty afterwards and the next query runs.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MemoryLimitTest {
    private static final long ROWS = 20_000;
    private static final long SMALLEST = 1 << 10;
    private static final long ENOUGH = 256 << 20;
    private static final long LITTLE = 3 << 20;

    private final SqlSession session = new SqlSession();

    @BeforeAll
    void generate(@TempDir Path folder) {
        Path file = folder.resolve("x.parquet");
        LazyFrame.scan(new GroupByDataset(ROWS, 50, 5, false, 0, 1, false))
                .sink(FileFormats.of(file), file, QueryContext.create());
        session.register("x", FileFormats.open(file.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id1, id2, sum(v1) AS v1 FROM x GROUP BY id1, id2 ORDER BY id1, id2",
                "SELECT id3, sum(v1) AS v1, min(id2) AS least FROM x GROUP BY id3 ORDER BY id3",
                "SELECT id6, median(v2) AS middle, count(DISTINCT id1) AS n FROM x GROUP BY id6 ORDER BY id6",
                "SELECT id1, upper(id3) AS id3, v1 + v2 AS v FROM x WHERE v1 > 4 ORDER BY id3, v, id1",
                "SELECT DISTINCT id1, id5 FROM x ORDER BY id1, id5",
                "SELECT id4, v2, row_number() OVER (PARTITION BY id4 ORDER BY v2) AS n FROM x ORDER BY id4, v2, n",
                "SELECT id2, v2 FROM x ORDER BY v2, id2 LIMIT 10"
            })
    void aQueryAnswersOrSaysThatTheLimitIsTooSmall(String sql) {
        Sample expected = answer(sql, MemoryPool.create());
        int refused = 0;
        for (long limit = SMALLEST; limit <= ENOUGH; limit += limit / 2) {
            try (MemoryPool pool = MemoryPool.withLimit(limit)) {
                try {
                    Tables.assertSame(expected, answer(sql, pool), Comparison.ORDERED);
                } catch (MemoryLimitException tooSmall) {
                    assertThat(tooSmall).hasMessageContaining("memory limit");
                    refused++;
                }
                PoolCheck.assertEmpty(pool);
            }
        }
        assertThat(refused).as("limits that were too small").isBetween(1, 30);
    }

    @Test
    void aQueryThatFitsRunsAfterOneThatDidNot() {
        try (MemoryPool pool = MemoryPool.withLimit(1 << 20)) {
            assertThatThrownBy(() -> answer("SELECT * FROM x ORDER BY id3, id6, v3", pool))
                    .isInstanceOf(MemoryLimitException.class)
                    .hasMessageContaining("1.00 MiB")
                    .hasMessageContaining("Raise the memory limit");
            assertThat(answer("SELECT count(*) AS n FROM x", pool).rows().toString())
                    .isEqualTo("[[" + ROWS + "]]");
            PoolCheck.assertEmpty(pool);
        }
    }

    /// No thread keeps the rows up to the offset in memory.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id3, id6, v3 FROM x ORDER BY v3, id3, id6 LIMIT 20 OFFSET 15000",
                "SELECT * FROM x WHERE v1 > 1 ORDER BY v3 + v2 DESC, id3, id6 LIMIT 15000",
                "SELECT n, id3 FROM (SELECT *, row_number() OVER () AS n FROM x) ORDER BY id3, n LIMIT 5 OFFSET 19000"
            })
    void firstRowsThatMemoryDoesNotHoldAreSortedOnDisk(String sql) {
        Sample expected = answer(sql, MemoryPool.create());
        try (MemoryPool pool = MemoryPool.withLimit(LITTLE)) {
            QueryContext context = context(pool);
            Tables.assertSame(expected, answer(sql, context), Comparison.ORDERED);
            assertThat(context.spill().bytesWritten()).isPositive();
            PoolCheck.assertEmpty(pool);
        }
    }

    private static QueryContext context(MemoryPool pool) {
        return QueryContext.builder().pool(pool).threads(2).build();
    }

    private Sample answer(String sql, MemoryPool pool) {
        return answer(sql, context(pool));
    }

    private Sample answer(String sql, QueryContext context) {
        try (Table result = LazyFrame.of(session.plan(sql)).collect(context)) {
            return Sample.of(result);
        }
    }
}
