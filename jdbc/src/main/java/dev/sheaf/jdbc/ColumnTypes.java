package dev.sheaf.jdbc;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;

/// A type of Sheaf as JDBC describes it.
///
/// @param sqlType one of `java.sql.Types`
/// @param name the name in SQL
/// @param javaClass what `getObject` gives
/// @param precision digits or characters, 0 if there is no limit
record ColumnTypes(int sqlType, String name, Class<?> javaClass, int precision, int scale) {
    private static final int DATE_LENGTH = 10;
    private static final int TIME_LENGTH = 15;
    private static final int TIMESTAMP_LENGTH = 26;
    private static final int MICROS_SCALE = 6;

    static ColumnTypes of(DataType type) {
        return switch (type) {
            case DataType.NullType() -> new ColumnTypes(Types.NULL, "NULL", Object.class, 0, 0);
            case DataType.BoolType() -> new ColumnTypes(Types.BOOLEAN, "BOOLEAN", Boolean.class, 1, 0);
            case DataType.IntType(int bits, boolean signed) -> signed ? signed(bits) : unsigned(bits);
            case DataType.FloatType(int bits) ->
                bits == Float.SIZE
                        ? new ColumnTypes(Types.REAL, "FLOAT", Float.class, 7, 0)
                        : new ColumnTypes(Types.DOUBLE, "DOUBLE", Double.class, 15, 0);
            case DataType.DecimalType(int precision, int scale) ->
                new ColumnTypes(
                        Types.DECIMAL, "DECIMAL(" + precision + "," + scale + ")", BigDecimal.class, precision, scale);
            case DataType.DateType() -> new ColumnTypes(Types.DATE, "DATE", Date.class, DATE_LENGTH, 0);
            case DataType.TimeType _ -> new ColumnTypes(Types.TIME, "TIME", Time.class, TIME_LENGTH, MICROS_SCALE);
            case DataType.TimestampType moment ->
                moment.zone().isPresent()
                        ? new ColumnTypes(
                                Types.TIMESTAMP_WITH_TIMEZONE,
                                "TIMESTAMP WITH TIME ZONE",
                                OffsetDateTime.class,
                                TIMESTAMP_LENGTH,
                                MICROS_SCALE)
                        : new ColumnTypes(
                                Types.TIMESTAMP, "TIMESTAMP", Timestamp.class, TIMESTAMP_LENGTH, MICROS_SCALE);
            case DataType.DurationType _ -> new ColumnTypes(Types.OTHER, "INTERVAL", Duration.class, 0, 0);
            case DataType.IntervalType() -> new ColumnTypes(Types.OTHER, "INTERVAL", Interval.class, 0, 0);
            case DataType.StringType() -> new ColumnTypes(Types.VARCHAR, "VARCHAR", String.class, 0, 0);
            case DataType.BinaryType() -> new ColumnTypes(Types.VARBINARY, "BLOB", byte[].class, 0, 0);
            case DataType.ListType(DataType element) ->
                new ColumnTypes(Types.ARRAY, of(element).name() + "[]", Array.class, 0, 0);
            case DataType.StructType _ -> new ColumnTypes(Types.JAVA_OBJECT, "STRUCT", Map.class, 0, 0);
            case DataType.DictionaryType(DataType values) -> of(values);
            case DataType.CategoryType category -> of(category.values());
        };
    }

    private static ColumnTypes signed(int bits) {
        return switch (bits) {
            case 8 -> new ColumnTypes(Types.TINYINT, "TINYINT", Integer.class, 3, 0);
            case 16 -> new ColumnTypes(Types.SMALLINT, "SMALLINT", Integer.class, 5, 0);
            case 32 -> new ColumnTypes(Types.INTEGER, "INTEGER", Integer.class, 10, 0);
            default -> new ColumnTypes(Types.BIGINT, "BIGINT", Long.class, 19, 0);
        };
    }

    /// Each is told as the signed type that holds it.
    private static ColumnTypes unsigned(int bits) {
        return switch (bits) {
            case 8 -> new ColumnTypes(Types.SMALLINT, "UTINYINT", Integer.class, 3, 0);
            case 16 -> new ColumnTypes(Types.INTEGER, "USMALLINT", Integer.class, 5, 0);
            case 32 -> new ColumnTypes(Types.BIGINT, "UINTEGER", Long.class, 10, 0);
            default -> new ColumnTypes(Types.DECIMAL, "UBIGINT", BigDecimal.class, 20, 0);
        };
    }

    /// The class of the values that one of `java.sql.Types` stands for; Object if any will do.
    static Class<?> valueClass(int sqlType) {
        return switch (sqlType) {
            case Types.BIT, Types.BOOLEAN -> Boolean.class;
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> Integer.class;
            case Types.BIGINT -> Long.class;
            case Types.REAL -> Float.class;
            case Types.FLOAT, Types.DOUBLE -> Double.class;
            case Types.NUMERIC, Types.DECIMAL -> BigDecimal.class;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> String.class;
            case Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR -> String.class;
            case Types.DATE -> java.time.LocalDate.class;
            case Types.TIME -> java.time.LocalTime.class;
            case Types.TIMESTAMP -> java.time.LocalDateTime.class;
            default -> Object.class;
        };
    }

    boolean isNumber() {
        return Number.class.isAssignableFrom(javaClass);
    }

    boolean isSigned() {
        return isNumber() && !name.startsWith("U");
    }

    /// How many characters a column on a screen needs.
    int displaySize() {
        return precision == 0 ? 40 : precision + 2;
    }
}
