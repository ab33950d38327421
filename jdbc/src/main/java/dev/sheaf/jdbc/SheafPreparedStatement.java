package dev.sheaf.jdbc;

import dev.sheaf.sql.SqlStatement;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers `PreparedStatement`: a statement that is parsed once, and the values of its parameters.
final class SheafPreparedStatement extends SheafStatement {
    private final SqlStatement sql;
    private final Map<String, @Nullable Object> values = new HashMap<>();

    private SheafPreparedStatement(OpenConnection open, String text) throws SQLException {
        super(open);
        this.sql = parse(text);
    }

    static PreparedStatement open(OpenConnection open, String text) throws SQLException {
        SheafPreparedStatement statement = new SheafPreparedStatement(open, text);
        PreparedStatement shown = open.facade().of(PreparedStatement.class, statement);
        statement.show(shown);
        return shown;
    }

    public ResultSet executeQuery() throws SQLException {
        return rows(sql, given());
    }

    public int executeUpdate() throws SQLException {
        return Conversions.count(executeLargeUpdate());
    }

    public long executeLargeUpdate() throws SQLException {
        return change(sql, given());
    }

    public boolean execute() throws SQLException {
        return run(sql, given());
    }

    public void addBatch() throws SQLException {
        checkOpen();
        addBatch(sql, given());
    }

    /// The values; none may be missing.
    private Map<String, @Nullable Object> given() throws SQLException {
        for (String key : sql.parameters()) {
            if (!values.containsKey(key)) {
                throw new SQLException("the parameter " + key + " has no value", Errors.BAD_INDEX);
            }
        }
        return new HashMap<>(values);
    }

    private void set(int index, @Nullable Object value) throws SQLException {
        checkOpen();
        int count = sql.parameters().size();
        if (index < 1 || index > count) {
            throw new SQLException("there is no parameter " + index + " of " + count, Errors.BAD_INDEX);
        }
        values.put(sql.parameters().get(index - 1), value);
    }

    public void clearParameters() throws SQLException {
        checkOpen();
        values.clear();
    }

    public void setObject(int index, @Nullable Object value) throws SQLException {
        set(index, ParameterValues.of(value));
    }

    public void setObject(int index, @Nullable Object value, int sqlType) throws SQLException {
        set(index, ParameterValues.of(value, sqlType));
    }

    public void setObject(int index, @Nullable Object value, int sqlType, int scale) throws SQLException {
        setObject(index, value, sqlType);
    }

    public void setObject(int index, @Nullable Object value, SQLType type) throws SQLException {
        setObject(index, value, type.getVendorTypeNumber());
    }

    public void setNull(int index, int sqlType) throws SQLException {
        set(index, null);
    }

    public void setNull(int index, int sqlType, String typeName) throws SQLException {
        set(index, null);
    }

    public void setBoolean(int index, boolean value) throws SQLException {
        set(index, value);
    }

    public void setByte(int index, byte value) throws SQLException {
        set(index, value);
    }

    public void setShort(int index, short value) throws SQLException {
        set(index, value);
    }

    public void setInt(int index, int value) throws SQLException {
        set(index, value);
    }

    public void setLong(int index, long value) throws SQLException {
        set(index, value);
    }

    public void setFloat(int index, float value) throws SQLException {
        set(index, value);
    }

    public void setDouble(int index, double value) throws SQLException {
        set(index, value);
    }

    public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
        set(index, value);
    }

    public void setString(int index, @Nullable String value) throws SQLException {
        set(index, value);
    }

    public void setNString(int index, @Nullable String value) throws SQLException {
        set(index, value);
    }

    public void setBytes(int index, byte @Nullable [] value) throws SQLException {
        set(index, value == null ? null : value.clone());
    }

    public void setDate(int index, @Nullable Date value) throws SQLException {
        setObject(index, value);
    }

    public void setTime(int index, @Nullable Time value) throws SQLException {
        setObject(index, value);
    }

    public void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
        setObject(index, value);
    }

    public void setDate(int index, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        set(index, ParameterValues.of(value, calendar));
    }

    public void setTime(int index, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        set(index, ParameterValues.of(value, calendar));
    }

    public void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar) throws SQLException {
        set(index, ParameterValues.of(value, calendar));
    }

    public void setArray(int index, @Nullable Array value) throws SQLException {
        setObject(index, value == null ? null : value.getArray());
    }

    public void setBinaryStream(int index, InputStream value) throws SQLException {
        try {
            set(index, value.readAllBytes());
        } catch (IOException failed) {
            throw new SQLException("the stream cannot be read", Errors.GENERAL, failed);
        }
    }

    public void setCharacterStream(int index, Reader value) throws SQLException {
        try {
            set(index, value.readAllAsString());
        } catch (IOException failed) {
            throw new SQLException("the stream cannot be read", Errors.GENERAL, failed);
        }
    }

    /// The columns of the result, null of a statement that gives none. Parameters without a value count as null.
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        if (!sql.isQuery()) {
            return null;
        }
        Map<String, @Nullable Object> some = new HashMap<>(values);
        sql.parameters().forEach(key -> some.putIfAbsent(key, null));
        return connection()
                .facade()
                .of(ResultSetMetaData.class, new ResultColumns(sql.plan(some).schema()));
    }

    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return connection().facade().of(ParameterMetaData.class, new ParameterColumns(sql.parameters(), values));
    }
}
