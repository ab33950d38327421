package dev.sheaf.jdbc;

import dev.sheaf.sql.SqlSession;
import java.sql.ClientInfoStatus;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Answers `Connection`. Without auto-commit, the first statement begins a transaction.
final class SheafConnection implements Wrapping {
    private final OpenConnection open;

    private SheafConnection(OpenConnection open) {
        this.open = open;
    }

    static Connection open(OpenConnection open) {
        Connection shown = open.facade().of(Connection.class, new SheafConnection(open));
        open.show(shown);
        return shown;
    }

    @Override
    public @Nullable Object unwrapped(Class<?> type) {
        return type.isInstance(open.session()) && type == SqlSession.class ? open.session() : null;
    }

    public Statement createStatement() throws SQLException {
        open.checkOpen();
        return SheafStatement.open(open);
    }

    public Statement createStatement(int type, int concurrency) throws SQLException {
        checkKind(type, concurrency);
        return createStatement();
    }

    public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
        return createStatement(type, concurrency);
    }

    public PreparedStatement prepareStatement(String sql) throws SQLException {
        open.checkOpen();
        return SheafPreparedStatement.open(open, sql);
    }

    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        checkKind(type, concurrency);
        return prepareStatement(sql);
    }

    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        return prepareStatement(sql, type, concurrency);
    }

    public PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
        if (keys != Statement.NO_GENERATED_KEYS) {
            throw unsupported("there are no generated keys");
        }
        return prepareStatement(sql);
    }

    private static void checkKind(int type, int concurrency) throws SQLException {
        if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
            throw unsupported("results are read once, from the first row to the last");
        }
    }

    private static SQLException unsupported(String why) {
        return new SQLFeatureNotSupportedException(why, Errors.NOT_SUPPORTED);
    }

    public String nativeSQL(String sql) {
        return sql;
    }

    public void setAutoCommit(boolean on) throws SQLException {
        open.checkOpen();
        if (on && !open.isAutoCommit()) {
            open.end("COMMIT");
        }
        open.setAutoCommit(on);
    }

    public boolean getAutoCommit() throws SQLException {
        open.checkOpen();
        return open.isAutoCommit();
    }

    public void commit() throws SQLException {
        open.end("COMMIT");
    }

    public void rollback() throws SQLException {
        open.end("ROLLBACK");
    }

    /// Nobody else sees the tables of a connection, so every level is the highest.
    public void setTransactionIsolation(int level) throws SQLException {
        open.checkOpen();
        if (level == Connection.TRANSACTION_NONE) {
            throw unsupported("there are transactions; auto-commit makes each statement stand for itself");
        }
    }

    public int getTransactionIsolation() {
        return Connection.TRANSACTION_SERIALIZABLE;
    }

    public void close() throws SQLException {
        open.close();
    }

    public boolean isClosed() {
        return open.isClosed();
    }

    public void abort(Executor executor) {
        executor.execute(() -> {
            try {
                open.close();
            } catch (SQLException failed) {
                throw new IllegalStateException(failed);
            }
        });
    }

    public boolean isValid(int seconds) {
        return !open.isClosed();
    }

    public DatabaseMetaData getMetaData() throws SQLException {
        open.checkOpen();
        return DatabaseFacts.of(open);
    }

    /// From now on statements that change something are refused.
    public void setReadOnly(boolean value) throws SQLException {
        open.checkOpen();
        open.setReadOnly(value);
    }

    public boolean isReadOnly() throws SQLException {
        open.checkOpen();
        return open.isReadOnly();
    }

    public @Nullable String getCatalog() {
        return null;
    }

    public void setCatalog(@Nullable String catalog) {}

    public @Nullable String getSchema() {
        return null;
    }

    public void setSchema(@Nullable String schema) {}

    public @Nullable SQLWarning getWarnings() throws SQLException {
        open.checkOpen();
        return null;
    }

    public void clearWarnings() {}

    public Map<String, Class<?>> getTypeMap() {
        return Map.of();
    }

    public int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public void setHoldability(int holdability) {}

    public int getNetworkTimeout() {
        return 0;
    }

    public Properties getClientInfo() {
        return new Properties();
    }

    public @Nullable String getClientInfo(String name) {
        return null;
    }

    public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        throw new SQLClientInfoException(Map.of(name, ClientInfoStatus.REASON_UNKNOWN_PROPERTY));
    }

    public void setClientInfo(Properties properties) throws SQLClientInfoException {
        for (String name : properties.stringPropertyNames()) {
            setClientInfo(name, null);
        }
    }

    @Override
    public String toString() {
        return open.url();
    }
}
