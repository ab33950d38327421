package dev.sheaf.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Auto-commit, transactions, and rows that changes give.
class TransactionsTest extends Connected {
    @BeforeEach
    void fill() throws SQLException {
        execute("CREATE TABLE t (a INTEGER)");
        execute("INSERT INTO t VALUES (1)");
    }

    @Test
    void whatIsNotCommittedIsTakenBack() throws SQLException {
        connection.setAutoCommit(false);
        assertThat(connection.getAutoCommit()).isFalse();
        execute("INSERT INTO t VALUES (2)");
        connection.commit();
        execute("DELETE FROM t");
        execute("CREATE TABLE u AS SELECT 1 AS b");
        assertThat(texts("FROM t")).isEmpty();
        connection.rollback();
        assertThat(texts("FROM t ORDER BY a")).containsExactly("1", "2");
        assertThatThrownBy(() -> texts("FROM u")).hasMessageContaining("there is no table \"u\"");
    }

    @Test
    void autoCommitCommitsWhatIsUnderWay() throws SQLException {
        connection.setAutoCommit(false);
        execute("INSERT INTO t VALUES (2)");
        connection.setAutoCommit(true);
        assertThatThrownBy(connection::rollback).hasMessageContaining("no transaction is under way");
        assertThat(texts("FROM t ORDER BY a")).containsExactly("1", "2");
    }

    @Test
    void withoutAStatementThereIsNothingToEnd() throws SQLException {
        connection.setAutoCommit(false);
        connection.commit();
        connection.rollback();
        assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE))
                .isInstanceOf(SQLFeatureNotSupportedException.class);
    }

    @Test
    void aTransactionOfSqlIsEndedByTheConnection() throws SQLException {
        execute("BEGIN");
        execute("DELETE FROM t");
        connection.rollback();
        assertThat(texts("FROM t")).containsExactly("1");
    }

    /// The connection is closed with rows of before the transaction; [Connected] looks for memory that is left.
    @Test
    void closingGivesUpWhatIsUnderWay() throws SQLException {
        connection.setAutoCommit(false);
        execute("UPDATE t SET a = a + 1");
        assertThat(texts("FROM t")).containsExactly("2");
    }

    @Test
    void aStatementThatFailsAbortsTheTransaction() throws SQLException {
        connection.setAutoCommit(false);
        execute("INSERT INTO t VALUES (2)");
        assertThatThrownBy(() -> execute("INSERT INTO t SELECT 'x'")).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> texts("FROM t")).hasMessageContaining("ROLLBACK ends it");
        connection.commit();
        assertThat(texts("FROM t ORDER BY a")).containsExactly("1");
        execute("INSERT INTO t VALUES (2)");
        connection.commit();
        assertThat(texts("FROM t ORDER BY a")).containsExactly("1", "2");
    }

    @Test
    void aResultOutlivesTheTransaction() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("FROM t")) {
            execute("DELETE FROM t");
            connection.commit();
            assertThat(texts(rows, 1)).containsExactly("1");
        }
    }

    @Test
    void changesGiveRows() throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t VALUES (?), (?) RETURNING a * 10 AS tens")) {
            insert.setInt(1, 5);
            insert.setInt(2, 6);
            assertThat(insert.getMetaData().getColumnName(1)).isEqualTo("tens");
            try (ResultSet rows = insert.executeQuery()) {
                assertThat(texts(rows, 1)).containsExactlyInAnyOrder("50", "60");
            }
        }
        assertThat(texts("FROM t ORDER BY a")).containsExactly("1", "5", "6");
    }

    @Test
    void theChangeIsMadeThoughNobodyReadsItsRows() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.execute("DELETE FROM t RETURNING a")).isTrue();
        }
        assertThat(texts("FROM t")).isEmpty();
    }

    @Test
    void aReadOnlyConnectionGivesNoChangedRows() throws SQLException {
        connection.setReadOnly(true);
        assertThatThrownBy(() -> texts("DELETE FROM t RETURNING a")).hasMessageContaining("read-only");
        assertThat(texts("FROM t")).containsExactly("1");
    }
}
