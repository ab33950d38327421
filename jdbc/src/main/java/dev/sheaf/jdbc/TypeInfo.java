package dev.sheaf.jdbc;

import dev.sheaf.column.DataType;
import java.sql.DatabaseMetaData;
import java.util.Comparator;
import java.util.List;

/// What `DatabaseMetaData` says of types.
final class TypeInfo {
    private static final List<DataType> TYPES = List.of(
            DataType.BOOL,
            DataType.INT8,
            DataType.INT64,
            DataType.BINARY,
            DataType.decimal(DataType.DecimalType.MAX_PRECISION, 0),
            DataType.INT32,
            DataType.INT16,
            DataType.FLOAT32,
            DataType.FLOAT64,
            DataType.STRING,
            DataType.DATE,
            DataType.TIME,
            DataType.TIMESTAMP);

    private TypeInfo() {}

    /// The types of columns, by their numbers in `java.sql.Types`.
    static MetaTable table() {
        MetaTable result = new MetaTable(
                "TYPE_NAME",
                "DATA_TYPE:int",
                "PRECISION:int",
                "LITERAL_PREFIX",
                "LITERAL_SUFFIX",
                "CREATE_PARAMS",
                "NULLABLE:short",
                "CASE_SENSITIVE:bool",
                "SEARCHABLE:short",
                "UNSIGNED_ATTRIBUTE:bool",
                "FIXED_PREC_SCALE:bool",
                "AUTO_INCREMENT:bool",
                "LOCAL_TYPE_NAME",
                "MINIMUM_SCALE:short",
                "MAXIMUM_SCALE:short",
                "SQL_DATA_TYPE:int",
                "SQL_DATETIME_SUB:int",
                "NUM_PREC_RADIX:int");
        TYPES.stream()
                .map(ColumnTypes::of)
                .sorted(Comparator.comparingInt(ColumnTypes::sqlType))
                .forEach(type -> add(result, type));
        return result;
    }

    private static void add(MetaTable result, ColumnTypes type) {
        boolean decimal = type.name().startsWith("DECIMAL");
        String quote = type.isNumber() || type.javaClass() == Boolean.class ? null : "'";
        result.row(
                decimal ? "DECIMAL" : type.name(),
                type.sqlType(),
                type.precision(),
                quote,
                quote,
                decimal ? "precision,scale" : null,
                DatabaseMetaData.typeNullable,
                type.javaClass() == String.class,
                DatabaseMetaData.typeSearchable,
                false,
                false,
                false,
                null,
                0,
                decimal ? type.precision() : type.scale(),
                null,
                null,
                10);
    }
}
