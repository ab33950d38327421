package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A statement whose first look for memory fails, then its second, until none is left to fail: each time the table is
/// as it was before, or the statement is done, and no memory is lost.
class FailedStatementTest {
    private static final long FEWEST_LOOKS = 3;

    /// Up to here every look fails once; of more, one of so many.
    private static final long EVERY = 64;

    private static final long STEP = 8;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (7, 'z')",
                "INSERT INTO t SELECT n, 'long text number ' || n FROM range(3000) r(n)",
                "INSERT INTO t FROM t",
                "DELETE FROM t WHERE n < 100 OR s IS NULL",
                "DELETE FROM t WHERE n < 100 RETURNING s || n",
                "INSERT INTO t FROM t RETURNING *",
                "ALTER TABLE t ADD COLUMN c VARCHAR DEFAULT 'a long text'",
                "CREATE OR REPLACE TABLE t AS SELECT n, 'x' || n AS s FROM range(1000) r(n)"
            })
    void aStatementIsDoneOrNotBegun(String statement) {
        long look = 1;
        while (reaches(look, statement)) {
            look += look < EVERY ? 1 : look / STEP;
        }
        assertThat(look).isGreaterThan(FEWEST_LOOKS);
    }

    private static boolean reaches(long failing, String statement) {
        AtomicLong looks = new AtomicLong();
        try (MemoryPool pool = MemoryPool.create()) {
            try (SqlSession sql = new SqlSession(pool)) {
                sql.execute("CREATE TABLE t AS SELECT n, 'text ' || n AS s FROM range(300) r(n)");
                sql.execute("INSERT INTO t VALUES (1, NULL)");
                boolean done = runs(sql, statement, () -> {
                    if (looks.incrementAndGet() == failing) {
                        throw new MemoryLimitException("injected", 1, 1);
                    }
                });
                LazyFrame table = sql.query("FROM t");
                boolean asBefore = table.count(sql.context().build()) == 301
                        && table.schema().size() == 2;
                assertThat(asBefore).as("look %s", failing).isEqualTo(!done);
            }
            PoolCheck.assertEmpty(pool);
        }
        return looks.get() >= failing;
    }

    private static boolean runs(SqlSession sql, String statement, Runnable trap) {
        try (var _ = Checkpoint.watch(trap)) {
            SqlStatement prepared = sql.prepare(statement);
            QueryContext context = sql.context().threads(1).build();
            if (prepared.isQuery()) {
                prepared.query().collect(context).close();
            } else {
                prepared.execute(context);
            }
            return true;
        } catch (MemoryLimitException failed) {
            assertThat(failed).hasMessage("injected");
            return false;
        }
    }
}
