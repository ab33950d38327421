package dev.sheaf.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What may be set of a `Statement`, and what is fixed. [Facade] finds the methods by name.
abstract class StatementSettings {
    private int timeoutSeconds;
    private long maxRows;
    private int fetchSize;
    private boolean closesOnCompletion;

    /// @throws SQLException if the statement or its connection is closed
    abstract void checkOpen() throws SQLException;

    /// How long a statement may run; zero, for ever.
    final Duration timeout() {
        return Duration.ofSeconds(timeoutSeconds);
    }

    /// The most rows of a result; 0, all.
    final long maxRows() {
        return maxRows;
    }

    /// Whether the statement closes when its result does.
    final boolean closesOnCompletion() {
        return closesOnCompletion;
    }

    public void closeOnCompletion() throws SQLException {
        checkOpen();
        closesOnCompletion = true;
    }

    public boolean isCloseOnCompletion() throws SQLException {
        checkOpen();
        return closesOnCompletion;
    }

    public void setQueryTimeout(int seconds) throws SQLException {
        timeoutSeconds = (int) notNegative(seconds);
    }

    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return timeoutSeconds;
    }

    public void setMaxRows(int rows) throws SQLException {
        maxRows = notNegative(rows);
    }

    public void setLargeMaxRows(long rows) throws SQLException {
        maxRows = notNegative(rows);
    }

    public int getMaxRows() throws SQLException {
        return Conversions.count(getLargeMaxRows());
    }

    public long getLargeMaxRows() throws SQLException {
        checkOpen();
        return maxRows;
    }

    /// A hint that changes nothing: rows come in the batches in which they are computed.
    public void setFetchSize(int rows) throws SQLException {
        fetchSize = (int) notNegative(rows);
    }

    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    private long notNegative(long value) throws SQLException {
        checkOpen();
        if (value < 0) {
            throw new SQLException(value + " is less than 0", Errors.BAD_VALUE);
        }
        return value;
    }

    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction != ResultSet.FETCH_FORWARD) {
            throw new SQLFeatureNotSupportedException("rows come forwards", Errors.NOT_SUPPORTED);
        }
    }

    public int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    public int getResultSetType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getResultSetConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    public int getResultSetHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public void setEscapeProcessing(boolean on) {}

    public int getMaxFieldSize() {
        return 0;
    }

    public boolean isPoolable() {
        return false;
    }

    public void setPoolable(boolean value) {}

    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    public void clearWarnings() {}
}
