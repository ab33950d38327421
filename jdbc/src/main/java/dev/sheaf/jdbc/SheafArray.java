package dev.sheaf.jdbc;

import dev.sheaf.column.DataType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A list of a column.
final class SheafArray implements Array {
    private final @Nullable Object[] elements;
    private final DataType type;

    SheafArray(@Nullable Object[] elements, DataType type) {
        this.elements = elements;
        this.type = type;
    }

    @Override
    public String getBaseTypeName() {
        return ColumnTypes.of(type).name();
    }

    @Override
    public int getBaseType() {
        return ColumnTypes.of(type).sqlType();
    }

    @Override
    public Object getArray() throws SQLException {
        return getArray(1, elements.length);
    }

    @Override
    public Object getArray(long index, int count) throws SQLException {
        if (index < 1 || count < 0 || index - 1 > elements.length - (long) count) {
            throw new SQLException(
                    "there are no elements " + index + " to " + (index + count - 1) + " of " + elements.length,
                    Errors.BAD_INDEX);
        }
        return Arrays.copyOfRange(elements, (int) index - 1, (int) index - 1 + count);
    }

    @Override
    public Object getArray(Map<String, Class<?>> map) throws SQLException {
        return getArray();
    }

    @Override
    public Object getArray(long index, int count, Map<String, Class<?>> map) throws SQLException {
        return getArray(index, count);
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        throw unsupported();
    }

    @Override
    public ResultSet getResultSet(Map<String, Class<?>> map) throws SQLException {
        throw unsupported();
    }

    @Override
    public ResultSet getResultSet(long index, int count) throws SQLException {
        throw unsupported();
    }

    @Override
    public ResultSet getResultSet(long index, int count, Map<String, Class<?>> map) throws SQLException {
        throw unsupported();
    }

    private static SQLException unsupported() {
        return new SQLFeatureNotSupportedException(
                "an array is no result set; unnest it in the query", Errors.NOT_SUPPORTED);
    }

    /// There is nothing to give back.
    @Override
    public void free() {}

    @Override
    public String toString() {
        return Arrays.toString(elements);
    }
}
