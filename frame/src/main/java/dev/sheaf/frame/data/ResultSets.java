package dev.sheaf.frame.data;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.memory.MemoryPool;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tables of the rows of a JDBC result set.
///
/// | java.sql.Types | type |
/// |---|---|
/// | BIT, BOOLEAN | bool |
/// | TINYINT, SMALLINT, INTEGER, BIGINT | int16 for TINYINT and SMALLINT, int32, int64 |
/// | REAL; FLOAT, DOUBLE | float32; float64 |
/// | DECIMAL, NUMERIC | decimal of the column's precision and scale; (38, 9) if it has none that fits |
/// | DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_TIMEZONE | date, time, timestamp, timestamp in UTC |
/// | CHAR, VARCHAR, LONGVARCHAR and their national forms | string |
/// | BINARY, VARBINARY, LONGVARBINARY | binary |
public final class ResultSets {
    private static final DataType.DecimalType ANY_DECIMAL = DataType.decimal(DataType.DecimalType.MAX_PRECISION, 9);
    private static final DataType.TimestampType INSTANT =
            new DataType.TimestampType(dev.sheaf.column.TimeUnit.MICRO, Optional.of("UTC"));

    private ResultSets() {}

    /// The rows from the one after the present row on; the result set stays the caller's.
    ///
    /// @throws IllegalArgumentException for a column of another type, or two columns of one name
    /// @throws SQLException from the result set
    public static Table read(ResultSet rows, MemoryPool pool) throws SQLException {
        Schema schema = schema(rows.getMetaData());
        try (TableBuilder builder = new TableBuilder(schema, pool)) {
            @Nullable Object[] values = new @Nullable Object[schema.size()];
            while (rows.next()) {
                for (int i = 0; i < values.length; i++) {
                    values[i] = value(rows, i + 1, schema.field(i).type());
                }
                builder.row(values);
            }
            return builder.build();
        }
    }

    private static Schema schema(ResultSetMetaData columns) throws SQLException {
        List<Field> fields = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            fields.add(new Field(columns.getColumnLabel(i), type(columns, i)));
        }
        return new Schema(fields);
    }

    private static DataType type(ResultSetMetaData columns, int column) throws SQLException {
        return switch (columns.getColumnType(column)) {
            case Types.BIT, Types.BOOLEAN -> DataType.BOOL;
            case Types.TINYINT, Types.SMALLINT -> DataType.INT16;
            case Types.INTEGER -> DataType.INT32;
            case Types.BIGINT -> DataType.INT64;
            case Types.REAL -> DataType.FLOAT32;
            case Types.FLOAT, Types.DOUBLE -> DataType.FLOAT64;
            case Types.DECIMAL, Types.NUMERIC -> decimal(columns.getPrecision(column), columns.getScale(column));
            case Types.DATE -> DataType.DATE;
            case Types.TIME -> DataType.TIME;
            case Types.TIMESTAMP -> DataType.TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> INSTANT;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
                DataType.STRING;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> DataType.BINARY;
            default ->
                throw new IllegalArgumentException("column \"" + columns.getColumnLabel(column) + "\" is "
                        + columns.getColumnTypeName(column) + ", which no column type takes; cast it in the query");
        };
    }

    private static DataType decimal(int precision, int scale) {
        try {
            return DataType.DecimalType.holding(precision, scale);
        } catch (IllegalArgumentException _) { // drivers that know no precision say 0
            return ANY_DECIMAL;
        }
    }

    private static @Nullable Object value(ResultSet rows, int column, DataType type) throws SQLException {
        return switch (type) {
            case DataType.BoolType _ -> {
                boolean value = rows.getBoolean(column);
                yield rows.wasNull() ? null : value;
            }
            case DataType.IntType _ -> {
                long value = rows.getLong(column);
                yield rows.wasNull() ? null : value;
            }
            case DataType.FloatType _ -> {
                double value = rows.getDouble(column);
                yield rows.wasNull() ? null : value;
            }
            case DataType.DecimalType decimal -> {
                java.math.BigDecimal value = rows.getBigDecimal(column);
                yield value == null ? null : value.setScale(decimal.scale(), java.math.RoundingMode.UNNECESSARY);
            }
            case DataType.DateType _ -> rows.getObject(column, LocalDate.class);
            case DataType.TimeType _ -> rows.getObject(column, LocalTime.class);
            case DataType.TimestampType timestamp ->
                timestamp.zone().isEmpty()
                        ? rows.getObject(column, LocalDateTime.class)
                        : instant(rows.getObject(column, OffsetDateTime.class));
            case DataType.BinaryType _ -> rows.getBytes(column);
            default -> rows.getString(column);
        };
    }

    private static @Nullable Object instant(@Nullable OffsetDateTime moment) {
        return moment == null ? null : moment.toInstant();
    }
}
