package dev.sheaf.jdbc;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Answers `ResultSet`: rows once, from the first to the last, computed as they are asked for.
final class SheafResultSet implements Wrapping, Facade.Labelled {
    private final Facade facade;
    private final RowCursor rows;
    private final ColumnNames names;
    private final @Nullable Statement statement;
    private final ResultSet shown;
    private final Closing afterwards;
    private boolean closed;
    private boolean wasNull;

    /// What happens when a result is closed.
    interface Closing {
        void run() throws SQLException;
    }

    /// Takes over the rows. Shows at most `maxRows` of them, or all if that is 0.
    SheafResultSet(Facade facade, RowSource source, long maxRows, @Nullable Statement statement, Closing afterwards) {
        this.facade = facade;
        this.rows = new RowCursor(source, maxRows);
        this.names = new ColumnNames(source.schema());
        this.statement = statement;
        this.afterwards = afterwards;
        this.shown = facade.of(ResultSet.class, this);
    }

    ResultSet shown() {
        return shown;
    }

    @Override
    public @Nullable Object unwrapped(Class<?> type) {
        return type == TableReader.class ? (TableReader) this::nextBatch : null;
    }

    private @Nullable Table nextBatch() throws SQLException {
        checkOpen();
        try {
            return rows.rest();
        } catch (RuntimeException failed) {
            throw Errors.told(failed);
        }
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw Errors.closed("result set");
        }
    }

    public boolean next() throws SQLException {
        checkOpen();
        return rows.next();
    }

    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            rows.close();
            afterwards.run();
        }
    }

    public boolean isClosed() {
        return closed;
    }

    public int getRow() throws SQLException {
        checkOpen();
        return Conversions.count(rows.number());
    }

    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return rows.isAfterLast();
    }

    public boolean isFirst() throws SQLException {
        checkOpen();
        return rows.number() == 1 && !rows.isAfterLast();
    }

    @Override
    public int findColumn(String label) throws SQLException {
        checkOpen();
        return names.find(label);
    }

    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return facade.of(ResultSetMetaData.class, new ResultColumns(rows.schema()));
    }

    /// The value of a column, as `Column.get` gives it.
    private @Nullable Object value(int index) throws SQLException {
        checkOpen();
        Object value = rows.value(index);
        wasNull = value == null;
        return value;
    }

    private DataType type(int index) {
        Schema schema = rows.schema();
        return schema.field(index - 1).type().decoded();
    }

    public boolean wasNull() throws SQLException {
        checkOpen();
        return wasNull;
    }

    public @Nullable Object getObject(int index) throws SQLException {
        Object value = value(index);
        return value == null ? null : Reading.standard(value, type(index));
    }

    public <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
        if (type == String.class) {
            return type.cast(getString(index));
        }
        Object value = value(index);
        if (value == null) {
            return null;
        }
        return type.cast(
                type == Array.class && value instanceof List<?> list
                        ? Reading.array(list, type(index))
                        : Reading.as(value, type));
    }

    public @Nullable String getString(int index) throws SQLException {
        checkOpen();
        String text = rows.text(index);
        wasNull = text == null;
        return text;
    }

    public boolean getBoolean(int index) throws SQLException {
        Object value = value(index);
        return value != null && Conversions.truth(value);
    }

    private long whole(int index, long least, long most) throws SQLException {
        Object value = value(index);
        return value == null ? 0 : Conversions.whole(value, least, most);
    }

    public byte getByte(int index) throws SQLException {
        return (byte) whole(index, Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    public short getShort(int index) throws SQLException {
        return (short) whole(index, Short.MIN_VALUE, Short.MAX_VALUE);
    }

    public int getInt(int index) throws SQLException {
        return (int) whole(index, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public long getLong(int index) throws SQLException {
        return whole(index, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    public float getFloat(int index) throws SQLException {
        return (float) getDouble(index);
    }

    public double getDouble(int index) throws SQLException {
        Object value = value(index);
        return value == null ? 0 : Conversions.floating(value);
    }

    public @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
        Object value = value(index);
        return value == null ? null : Conversions.decimal(value);
    }

    public @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
        BigDecimal value = getBigDecimal(index);
        return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
    }

    public byte @Nullable [] getBytes(int index) throws SQLException {
        Object value = value(index);
        return value == null ? null : Conversions.bytes(value);
    }

    public @Nullable InputStream getBinaryStream(int index) throws SQLException {
        byte[] bytes = getBytes(index);
        return bytes == null ? null : new ByteArrayInputStream(bytes);
    }

    public @Nullable Reader getCharacterStream(int index) throws SQLException {
        String text = getString(index);
        return text == null ? null : new StringReader(text);
    }

    public @Nullable Array getArray(int index) throws SQLException {
        return getObject(index, Array.class);
    }

    public @Nullable Date getDate(int index) throws SQLException {
        return getDate(index, null);
    }

    public @Nullable Date getDate(int index, @Nullable Calendar calendar) throws SQLException {
        Object value = value(index);
        return value == null ? null : TemporalValues.sqlDate(value, calendar);
    }

    public @Nullable Time getTime(int index) throws SQLException {
        return getTime(index, null);
    }

    public @Nullable Time getTime(int index, @Nullable Calendar calendar) throws SQLException {
        Object value = value(index);
        return value == null ? null : TemporalValues.sqlTime(value, calendar);
    }

    public @Nullable Timestamp getTimestamp(int index) throws SQLException {
        return getTimestamp(index, null);
    }

    public @Nullable Timestamp getTimestamp(int index, @Nullable Calendar calendar) throws SQLException {
        Object value = value(index);
        return value == null ? null : TemporalValues.sqlTimestamp(value, calendar);
    }

    public @Nullable Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    public int getType() {
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    public int getConcurrency() {
        return ResultSet.CONCUR_READ_ONLY;
    }

    public int getHoldability() {
        return ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    public int getFetchDirection() {
        return ResultSet.FETCH_FORWARD;
    }

    public void setFetchDirection(int direction) {}

    public int getFetchSize() {
        return 0;
    }

    public void setFetchSize(int rows) {}

    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    public void clearWarnings() {}
}
