package dev.sheaf.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random queries over tables of many thousand rows give what DuckDB gives, with settings as they come: strategies
/// switch where they do for users, columns change when a table is half read, and memory may run short.
///
/// DuckDB makes the table and compares the answer, which Sheaf writes to a file.
class LargeTablesTest {
    private static final int TABLES = 4;
    private static final int QUERIES_PER_TABLE = 8;

    /// Answers of the largest table take 30 MiB at most.
    private static final long SMALL_LIMIT = 64L << 20;

    @TempDir
    private Path folder;

    @Test
    void groupsOfLargeTablesAreThoseOfDuckDb() {
        try (DuckDb duck = new DuckDb()) {
            RandomCases.run(TABLES, random -> {
                LargeTable table = LargeTable.random(random);
                Path file = folder.resolve("t.parquet");
                duck.execute("CREATE OR REPLACE TABLE t AS " + table.sql());
                duck.execute("COPY t TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE " + random.nextInt(2048, 300_000)
                        + ")");
                try (MemoryPool pool = MemoryPool.create()) {
                    compare(duck, table, file, pool, random);
                    PoolCheck.assertEmpty(pool);
                }
            });
        }
    }

    private void compare(DuckDb duck, LargeTable table, Path file, MemoryPool pool, SplittableRandom random)
            throws Exception {
        SqlSession files = new SqlSession().register("t", FileFormats.open(file.toString()));
        try (Table rows = files.query("SELECT * FROM t")
                .collect(QueryContext.builder().pool(pool).build())) {
            SqlSession session = random.nextBoolean() ? files : new SqlSession().register("t", rows);
            for (int i = 0; i < QUERIES_PER_TABLE; i++) {
                compare(duck, session, table, random);
            }
        }
    }

    private void compare(DuckDb duck, SqlSession session, LargeTable table, SplittableRandom random) throws Exception {
        String query = table.query(random);
        int threads = random.nextInt(1, 4);
        try (MemoryPool pool = random.nextInt(4) == 0 ? MemoryPool.withLimit(SMALL_LIMIT) : MemoryPool.create()) {
            Path answer = folder.resolve("answer.parquet");
            Files.deleteIfExists(answer);
            QueryContext context =
                    QueryContext.builder().pool(pool).threads(threads).build();
            LazyFrame.of(session.plan(query)).sink(FileFormats.of(answer), answer, context);
            PoolCheck.assertEmpty(pool);
            assertThat(differences(duck, query, answer))
                    .as(() -> query + "\non " + threads + " threads over " + table.sql())
                    .isEmpty();
        }
    }

    /// Some rows that one side alone has.
    private static List<?> differences(DuckDb duck, String query, Path answer) throws SQLException {
        duck.execute("CREATE OR REPLACE TEMP TABLE expected AS " + query);
        duck.execute("CREATE OR REPLACE TEMP TABLE actual AS FROM read_parquet('" + answer + "')");
        return duck.query("(FROM (FROM expected EXCEPT ALL FROM actual) LIMIT 3)"
                        + " UNION ALL (FROM (FROM actual EXCEPT ALL FROM expected) LIMIT 3)")
                .rows();
    }
}
