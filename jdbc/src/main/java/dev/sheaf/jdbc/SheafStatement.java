package dev.sheaf.jdbc;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers `Statement`: runs statements one at a time. A result that is open ends when the next statement runs.
class SheafStatement extends StatementSettings implements Wrapping, OpenConnection.SheafCloseable {
    private final OpenConnection open;
    private final StatementBatch batch = new StatementBatch();
    private volatile @Nullable Cancellation running;
    private volatile boolean closed;
    private @Nullable Statement shown;
    private @Nullable SheafResultSet result;
    private long updateCount = -1;

    SheafStatement(OpenConnection open) {
        this.open = open;
        open.add(this);
    }

    static Statement open(OpenConnection open) {
        SheafStatement statement = new SheafStatement(open);
        Statement shown = open.facade().of(Statement.class, statement);
        statement.show(shown);
        return shown;
    }

    void show(Statement asSeen) {
        shown = asSeen;
    }

    OpenConnection connection() {
        return open;
    }

    @Override
    public @Nullable Object unwrapped(Class<?> type) {
        return null;
    }

    SqlStatement parse(String sql) throws SQLException {
        checkOpen();
        return open.session().prepare(sql);
    }

    @Override
    final void checkOpen() throws SQLException {
        if (closed) {
            throw Errors.closed("statement");
        }
        open.checkOpen();
    }

    /// Runs a statement.
    ///
    /// @return whether it gives rows
    boolean run(SqlStatement sql, Map<String, @Nullable Object> values) throws SQLException {
        checkOpen();
        endResult();
        Cancellation cancellation = new Cancellation();
        QueryContext context = open.context(cancellation, timeout());
        running = cancellation;
        if (sql.isChange() && open.isReadOnly()) {
            throw new SQLException("the connection is read-only, and this changes something", Errors.READ_ONLY);
        }
        open.beginStatement();
        if (sql.isQuery()) {
            LogicalPlan plan = sql.plan(values);
            RowSource rows = new RowSource.Of(Executor.execute(plan, context), context);
            result = new SheafResultSet(open.facade(), rows, maxRows(), shown, this::completed);
            return true;
        }
        updateCount = sql.execute(context, values);
        running = null;
        return false;
    }

    final ResultSet rows(SqlStatement sql, Map<String, @Nullable Object> values) throws SQLException {
        if (!sql.isQuery()) {
            throw new SQLException("this gives no rows; run it by executeUpdate", Errors.WRONG_KIND);
        }
        run(sql, values);
        return shownResult();
    }

    final long change(SqlStatement sql, Map<String, @Nullable Object> values) throws SQLException {
        if (sql.isQuery()) {
            throw new SQLException("this gives rows; run it by executeQuery", Errors.WRONG_KIND);
        }
        run(sql, values);
        return updateCount;
    }

    private ResultSet shownResult() throws SQLException {
        SheafResultSet rows = result;
        if (rows == null) {
            throw new SQLException("there is no result", Errors.GENERAL);
        }
        return rows.shown();
    }

    private void endResult() throws SQLException {
        SheafResultSet rows = result;
        result = null;
        updateCount = -1;
        if (rows != null) {
            rows.close();
        }
    }

    /// The result was closed.
    private void completed() throws SQLException {
        running = null;
        if (closesOnCompletion()) {
            close();
        }
    }

    public ResultSet executeQuery(String sql) throws SQLException {
        return rows(parse(sql), Map.of());
    }

    public int executeUpdate(String sql) throws SQLException {
        return Conversions.count(executeLargeUpdate(sql));
    }

    public long executeLargeUpdate(String sql) throws SQLException {
        return change(parse(sql), Map.of());
    }

    public boolean execute(String sql) throws SQLException {
        return run(parse(sql), Map.of());
    }

    public int executeUpdate(String sql, int keys) throws SQLException {
        checkKeys(keys);
        return executeUpdate(sql);
    }

    public boolean execute(String sql, int keys) throws SQLException {
        checkKeys(keys);
        return execute(sql);
    }

    private static void checkKeys(int keys) throws SQLException {
        if (keys != Statement.NO_GENERATED_KEYS) {
            throw new SQLFeatureNotSupportedException("there are no generated keys", Errors.NOT_SUPPORTED);
        }
    }

    public @Nullable ResultSet getResultSet() throws SQLException {
        checkOpen();
        return result == null ? null : shownResult();
    }

    public int getUpdateCount() throws SQLException {
        return Conversions.count(getLargeUpdateCount());
    }

    public long getLargeUpdateCount() throws SQLException {
        checkOpen();
        return updateCount;
    }

    /// There is one result at most, which ends.
    public boolean getMoreResults() throws SQLException {
        checkOpen();
        endResult();
        return false;
    }

    public boolean getMoreResults(int current) throws SQLException {
        return getMoreResults();
    }

    public void addBatch(String sql) throws SQLException {
        addBatch(parse(sql), Map.of());
    }

    final void addBatch(SqlStatement sql, Map<String, @Nullable Object> values) {
        batch.add(sql, values);
    }

    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    public int[] executeBatch() throws SQLException {
        return Arrays.stream(executeLargeBatch()).mapToInt(Conversions::count).toArray();
    }

    /// The statements of the batch in turn, up to the first that fails; those before it stay done.
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        return batch.run(this::change);
    }

    /// Stops what runs; any thread may call it.
    public void cancel() throws SQLException {
        checkOpen();
        Cancellation cancellation = running;
        if (cancellation != null) {
            cancellation.cancel("the statement was cancelled");
        }
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        Cancellation cancellation = running;
        if (cancellation != null) {
            cancellation.cancel("the statement was closed");
        }
        closed = true;
        open.remove(this);
        endResult();
    }

    public boolean isClosed() {
        return closed;
    }

    public @Nullable Connection getConnection() throws SQLException {
        checkOpen();
        return open.shown();
    }
}
