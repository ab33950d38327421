package dev.sheaf.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers `ParameterMetaData`. A parameter has the type of its value, and takes any other; before, its type is NULL.
final class ParameterColumns implements Wrapping {
    private final List<String> keys;
    private final Map<String, @Nullable Object> values;

    ParameterColumns(List<String> keys, Map<String, @Nullable Object> values) {
        this.keys = keys;
        this.values = new HashMap<>(values);
    }

    @Override
    public @Nullable Object unwrapped(Class<?> type) {
        return null;
    }

    public int getParameterCount() {
        return keys.size();
    }

    private @Nullable Object value(int index) throws SQLException {
        if (index < 1 || index > keys.size()) {
            throw new SQLException("there is no parameter " + index + " of " + keys.size(), Errors.BAD_INDEX);
        }
        return values.get(keys.get(index - 1));
    }

    private ColumnTypes type(int index) throws SQLException {
        return ColumnTypes.of(ParameterValues.type(value(index)));
    }

    public int getParameterType(int index) throws SQLException {
        return value(index) == null ? Types.NULL : type(index).sqlType();
    }

    public String getParameterTypeName(int index) throws SQLException {
        return type(index).name();
    }

    public String getParameterClassName(int index) throws SQLException {
        return value(index) == null
                ? Object.class.getName()
                : type(index).javaClass().getName();
    }

    public int getParameterMode(int index) throws SQLException {
        Object _ = value(index);
        return ParameterMetaData.parameterModeIn;
    }

    public int isNullable(int index) throws SQLException {
        Object _ = value(index);
        return ParameterMetaData.parameterNullable;
    }

    public boolean isSigned(int index) throws SQLException {
        return type(index).isNumber();
    }

    public int getPrecision(int index) throws SQLException {
        return type(index).precision();
    }

    public int getScale(int index) throws SQLException {
        return type(index).scale();
    }
}
