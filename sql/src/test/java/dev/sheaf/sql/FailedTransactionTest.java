package dev.sheaf.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What aborts a transaction, and what does not.
class FailedTransactionTest {
    private static final long SMALL_STACK = 256 << 10;
    private static final int LEVELS = 900;

    private final SqlSession sql = new SqlSession();

    @BeforeEach
    void begin() {
        sql.execute("CREATE TABLE t AS SELECT n, 'text' AS s FROM range(10) r(n)");
        sql.execute("BEGIN");
    }

    @AfterEach
    void close() {
        sql.close();
    }

    @Test
    void theFirstFailureIsNamedUntilTheEnd() {
        assertThatThrownBy(() -> sql.execute("INSERT INTO nothing VALUES (1)")).isInstanceOf(SqlException.class);
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> sql.execute("DELETE FROM t"))
                    .hasMessageContaining("a statement of this transaction has failed (line 1, column ")
                    .hasMessageContaining("there is no table \"nothing\"")
                    .hasMessageContaining("ROLLBACK ends it");
        }
        sql.execute("ROLLBACK");
        assertThat(sql.execute("DELETE FROM t")).isEqualTo(10);
    }

    @Test
    void aStackThatIsTooSmallAbortsNothing() {
        String deep = "abs(".repeat(LEVELS) + "n" + ")".repeat(LEVELS);
        onSmallStack(() -> sql.execute("UPDATE t SET n = " + deep));
        onSmallStack(() -> sql.plan("SELECT " + deep + " FROM t"));
        assertThat(sql.execute("DELETE FROM t")).isEqualTo(10);
    }

    private static void onSmallStack(Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        work.run();
                        done.complete(null);
                    } catch (Throwable failed) {
                        done.completeExceptionally(failed);
                    }
                },
                "small",
                SMALL_STACK);
        thread.start();
        done.join();
    }

    @Test
    void rowsThatFailAfterTheEndAreNothingToTheNextTransaction() {
        QueryContext context = sql.context().build();
        try (BatchSource rows = Executor.execute(sql.plan("SELECT CAST(s AS INTEGER) AS i FROM t"), context)) {
            sql.execute("COMMIT");
            sql.execute("BEGIN");
            assertThatThrownBy(() -> drain(rows, context)).hasMessageContaining("text");
        }
        assertThat(sql.execute("DELETE FROM t")).isEqualTo(10);
    }

    @Test
    void rowsThatFailAbortTheirTransaction() {
        QueryContext context = sql.context().build();
        try (BatchSource rows = Executor.execute(sql.plan("SELECT CAST(s AS INTEGER) AS i FROM t"), context)) {
            assertThatThrownBy(() -> drain(rows, context)).hasMessageContaining("text");
        }
        assertThatThrownBy(() -> sql.execute("DELETE FROM t")).hasMessageContaining("this transaction has failed");
    }

    private static void drain(BatchSource rows, QueryContext context) {
        Batch batch;
        while ((batch = rows.next(context)) != null) {
            batch.close();
        }
    }
}
