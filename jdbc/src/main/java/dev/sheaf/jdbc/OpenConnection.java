package dev.sheaf.jdbc;

import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What the objects of a connection share: the session, and which statements are open.
final class OpenConnection {
    private final SqlSession session;
    private final String url;
    private final Runnable afterwards;
    private final Facade facade = new Facade();
    private final Set<SheafCloseable> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private volatile boolean readOnly;
    private volatile boolean autoCommit = true;
    private volatile @Nullable Connection shown;

    /// Something that ends with the connection.
    interface SheafCloseable {
        void close() throws SQLException;
    }

    OpenConnection(SqlSession session, String url, Runnable afterwards) {
        this.session = session;
        this.url = url;
        this.afterwards = afterwards;
    }

    SqlSession session() {
        return session;
    }

    String url() {
        return url;
    }

    Facade facade() {
        return facade;
    }

    /// The connection as users see it.
    @Nullable
    Connection shown() {
        return shown;
    }

    void show(Connection connection) {
        shown = connection;
    }

    /// The context of one query; a timeout of zero is none.
    QueryContext context(Cancellation cancellation, Duration timeout) throws SQLException {
        checkOpen();
        QueryContext.Builder builder = session.context().cancellation(cancellation);
        return timeout.isZero() ? builder.build() : builder.timeout(timeout).build();
    }

    void add(SheafCloseable statement) {
        open.add(statement);
    }

    void remove(SheafCloseable statement) {
        open.remove(statement);
    }

    boolean isClosed() {
        return closed;
    }

    void checkOpen() throws SQLException {
        if (closed) {
            throw Errors.closed("connection");
        }
    }

    void setReadOnly(boolean value) {
        readOnly = value;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    void setAutoCommit(boolean value) {
        autoCommit = value;
    }

    boolean isAutoCommit() {
        return autoCommit;
    }

    /// Begins a transaction if statements do not stand for themselves, and none is under way.
    void beginStatement() {
        if (!autoCommit && !session.inTransaction()) {
            session.execute("BEGIN");
        }
    }

    /// Ends the transaction by COMMIT or ROLLBACK. Without auto-commit there need not have been a statement in it.
    void end(String statement) throws SQLException {
        checkOpen();
        if (session.inTransaction()) {
            session.execute(statement);
        } else if (autoCommit) {
            throw new SQLException("no transaction is under way: auto-commit is on", Errors.NO_TRANSACTION);
        }
    }

    /// Ends all statements and drops the tables.
    synchronized void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        for (SheafCloseable statement : open) {
            statement.close();
        }
        session.close();
        afterwards.run();
    }
}
