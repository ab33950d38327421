package dev.sheaf.jdbc;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.SqlStatement;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers `Statement`: runs statements one at a time. A result that is open ends when the next statement runs.
class SheafStatement implements Wrapping, OpenConnection.SheafCloseable {
    private final OpenConnection open;
    private final List<Map<String, @Nullable Object>> batchValues = new ArrayList<>();
    private final List<SqlStatement> batch = new ArrayList<>();
    private volatile @Nullable Cancellation running;
    private volatile boolean closed;
    private @Nullable Statement shown;
    private @Nullable SheafResultSet result;
    private long updateCount = -1;
    private int timeoutSeconds;
    private long maxRows;
    private int fetchSize;
    private boolean closesOnCompletion;

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
        QueryContext context = open.context(cancellation, Duration.ofSeconds(timeoutSeconds));
        running = cancellation;
        if (sql.isChange() && open.isReadOnly()) {
            throw new SQLException("the connection is read-only, and this changes something", Errors.READ_ONLY);
        }
        open.beginStatement();
        if (sql.isQuery()) {
            LogicalPlan plan = sql.plan(values);
            RowSource rows = new RowSource.Of(Executor.execute(plan, context), context);
            result = new SheafResultSet(open.facade(), rows, maxRows, shown, this::completed);
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
        if (closesOnCompletion) {
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
        batch.add(sql);
        batchValues.add(values);
    }

    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
        batchValues.clear();
    }

    public int[] executeBatch() throws SQLException {
        return Arrays.stream(executeLargeBatch()).mapToInt(Conversions::count).toArray();
    }

    /// The statements of the batch in turn, up to the first that fails; those before it stay done.
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<SqlStatement> statements = List.copyOf(batch);
        List<Map<String, @Nullable Object>> values = List.copyOf(batchValues);
        clearBatch();
        long[] counts = new long[statements.size()];
        for (int i = 0; i < counts.length; i++) {
            try {
                counts[i] = change(statements.get(i), values.get(i));
            } catch (SQLException | RuntimeException failed) {
                throw failedBatch(failed, Arrays.copyOf(counts, i));
            }
        }
        return counts;
    }

    private static BatchUpdateException failedBatch(Exception failed, long[] done) {
        Throwable told = Errors.of(failed);
        String state = told instanceof SQLException known ? known.getSQLState() : Errors.GENERAL;
        return new BatchUpdateException(
                "statement " + (done.length + 1) + " of the batch: " + told.getMessage(), state, 0, done, told);
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

    public @Nullable Connection getConnection() throws SQLException {
        checkOpen();
        return open.shown();
    }
}
