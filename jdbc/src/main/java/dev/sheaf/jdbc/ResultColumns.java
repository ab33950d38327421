package dev.sheaf.jdbc;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Answers `ResultSetMetaData`. Columns are computed, so that none is traced to a table.
final class ResultColumns implements Wrapping {
    private final Schema schema;

    ResultColumns(Schema schema) {
        this.schema = schema;
    }

    @Override
    public @Nullable Object unwrapped(Class<?> type) {
        return type == Schema.class ? schema : null;
    }

    private Field field(int index) throws SQLException {
        if (index < 1 || index > schema.size()) {
            throw new SQLException("there is no column " + index + " of " + schema.size(), Errors.BAD_INDEX);
        }
        return schema.field(index - 1);
    }

    private ColumnTypes type(int index) throws SQLException {
        return ColumnTypes.of(field(index).type());
    }

    public int getColumnCount() {
        return schema.size();
    }

    public String getColumnName(int index) throws SQLException {
        return field(index).name();
    }

    public String getColumnLabel(int index) throws SQLException {
        return field(index).name();
    }

    public int getColumnType(int index) throws SQLException {
        return type(index).sqlType();
    }

    public String getColumnTypeName(int index) throws SQLException {
        return type(index).name();
    }

    public String getColumnClassName(int index) throws SQLException {
        return type(index).javaClass().getName();
    }

    public int getColumnDisplaySize(int index) throws SQLException {
        return type(index).displaySize();
    }

    public int getPrecision(int index) throws SQLException {
        return type(index).precision();
    }

    public int getScale(int index) throws SQLException {
        return type(index).scale();
    }

    public int isNullable(int index) throws SQLException {
        return field(index).nullable() ? ResultSetMetaData.columnNullable : ResultSetMetaData.columnNoNulls;
    }

    public boolean isSigned(int index) throws SQLException {
        return type(index).isSigned();
    }

    public boolean isAutoIncrement(int index) throws SQLException {
        Field _ = field(index);
        return false;
    }

    public boolean isCaseSensitive(int index) throws SQLException {
        return type(index).javaClass() == String.class;
    }

    public boolean isSearchable(int index) throws SQLException {
        Field _ = field(index);
        return true;
    }

    public boolean isCurrency(int index) throws SQLException {
        Field _ = field(index);
        return false;
    }

    public boolean isReadOnly(int index) throws SQLException {
        Field _ = field(index);
        return true;
    }

    public boolean isWritable(int index) throws SQLException {
        return !isReadOnly(index);
    }

    public boolean isDefinitelyWritable(int index) throws SQLException {
        return !isReadOnly(index);
    }

    public String getSchemaName(int index) throws SQLException {
        Field _ = field(index);
        return "";
    }

    public String getTableName(int index) throws SQLException {
        return getSchemaName(index);
    }

    public String getCatalogName(int index) throws SQLException {
        return getSchemaName(index);
    }
}
