package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StatementTest extends Connected {
    private static final String ENDLESS = "SELECT max(sin(n) * cos(n)) FROM range(1000000000000) t(n)";

    private static void assertState(String state, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        refused -> assertThat(refused.getSQLState()).isEqualTo(state));
    }

    @Test
    void statementsTellWhatTheyGive() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.execute("CREATE TABLE t (a INTEGER)")).isFalse();
            assertThat(statement.getUpdateCount()).isZero();
            assertThat(statement.executeUpdate("INSERT INTO t VALUES (1), (2)")).isEqualTo(2);
            assertThat(statement.getLargeUpdateCount()).isEqualTo(2);
            assertThat(statement.getResultSet()).isNull();
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            assertThat(statement.execute("FROM t")).isTrue();
            assertThat(texts(statement.getResultSet(), 1)).containsExactly("1", "2");
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            assertState("07005", () -> statement.executeQuery("DROP TABLE t"));
            assertState("07005", () -> statement.executeUpdate("FROM t"));
        }
    }

    @Test
    void mistakesHaveTheirPlace() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("SELEC 1"))
                    .isInstanceOf(SQLSyntaxErrorException.class)
                    .hasMessageStartingWith("line 1, column 1: ");
            assertState("42000", () -> statement.executeQuery("FROM nothing"));
            assertState("22000", () -> {
                try (ResultSet rows = statement.executeQuery("SELECT ('x' || n)::INTEGER FROM range(2) t(n)")) {
                    rows.next();
                }
            });
        }
    }

    @Test
    void aNewStatementEndsTheResultBefore() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet first = statement.executeQuery("FROM range(1000000)");
            first.next();
            ResultSet second = statement.executeQuery("SELECT 1");
            assertThat(first.isClosed()).isTrue();
            assertThat(second.getStatement()).isSameAs(statement);
            assertThat(statement.getConnection()).isSameAs(connection);
        }
        assertThat(pool.usedBytes()).isZero();
    }

    @Test
    void theConnectionEndsItsStatements() throws SQLException {
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("FROM range(1000000)");
        rows.next();
        connection.close();
        assertThat(rows.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
        assertThat(pool.usedBytes()).isZero();
        assertState("08003", () -> connection.createStatement());
        assertState("08003", () -> statement.execute("SELECT 1"));
        assertThat(connection.isValid(1)).isFalse();
    }

    @Test
    void statementsMayEndWithTheirResult() throws SQLException {
        Statement statement = connection.createStatement();
        statement.closeOnCompletion();
        statement.executeQuery("SELECT 1").close();
        assertThat(statement.isClosed()).isTrue();
    }

    @Test
    @Timeout(60)
    void anotherThreadCancelsWhatRuns() throws Exception {
        try (Statement statement = connection.createStatement()) {
            CompletableFuture<Void> running = CompletableFuture.runAsync(() -> {
                try (ResultSet rows = statement.executeQuery(ENDLESS)) {
                    rows.next();
                } catch (SQLException stopped) {
                    throw new IllegalStateException(stopped);
                }
            });
            while (!running.isDone()) {
                statement.cancel();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            assertThatThrownBy(running::get)
                    .isInstanceOf(ExecutionException.class)
                    .rootCause()
                    .hasMessageContaining("the statement was cancelled");
            assertThat(texts("SELECT 1")).containsExactly("1");
        }
    }

    @Test
    @Timeout(60)
    void rowsStopComingOnceCancelled() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("FROM range(1000000000000)")) {
            rows.next();
            statement.cancel();
            assertState("57014", () -> {
                while (rows.next()) {}
            });
        }
    }

    @Test
    @Timeout(60)
    void queriesEndWithTheirTimeout() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThat(statement.getQueryTimeout()).isEqualTo(1);
            assertThatThrownBy(() -> {
                        try (ResultSet rows = statement.executeQuery(ENDLESS)) {
                            rows.next();
                        }
                    })
                    .isInstanceOf(SQLTimeoutException.class);
        }
    }

    @Test
    void resultsMayBeLimited() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            statement.setFetchSize(10);
            assertThat(texts(statement.executeQuery("FROM range(10)"), 1)).containsExactly("0", "1", "2");
            statement.setLargeMaxRows(0);
            assertThat(texts(statement.executeQuery("FROM range(10)"), 1)).hasSize(10);
            assertThatThrownBy(() -> statement.setMaxRows(-1)).hasMessage("-1 is less than 0");
        }
    }

    @Test
    void batchesRunInTurnUpToTheFirstFailure() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("CREATE TABLE t (a INTEGER NOT NULL)");
            statement.addBatch("INSERT INTO t VALUES (1), (2)");
            assertThat(statement.executeBatch()).containsExactly(0, 2);
            assertThat(statement.executeBatch()).isEmpty();
            statement.addBatch("INSERT INTO t VALUES (3)");
            statement.addBatch("INSERT INTO t VALUES (NULL)");
            statement.addBatch("INSERT INTO t VALUES (5)");
            assertThatThrownBy(statement::executeBatch)
                    .isInstanceOfSatisfying(
                            BatchUpdateException.class,
                            failed -> assertThat(failed.getUpdateCounts()).containsExactly(1))
                    .hasMessageContaining("NOT NULL");
        }
        assertThat(texts("FROM t")).containsExactly("1", "2", "3");
    }

    @Test
    void eachStatementStandsForItself() throws SQLException {
        assertThat(connection.getAutoCommit()).isTrue();
        connection.setAutoCommit(true);
        assertState("25P01", connection::commit);
        assertState("25P01", connection::rollback);
        assertThatThrownBy(connection::setSavepoint)
                .isInstanceOf(SQLFeatureNotSupportedException.class)
                .hasMessage("Connection.setSavepoint is not supported");
    }

    @Test
    void aReadOnlyConnectionChangesNothing() throws SQLException {
        execute("CREATE TABLE t (a INTEGER)");
        connection.setReadOnly(true);
        assertState("25006", () -> execute("INSERT INTO t VALUES (1)"));
        assertThat(texts("FROM t")).isEmpty();
        connection.setReadOnly(false);
        execute("INSERT INTO t VALUES (1)");
        assertThat(texts("FROM t")).hasSize(1);
    }
}
