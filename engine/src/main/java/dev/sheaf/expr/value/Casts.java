package dev.sheaf.expr.value;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.BinaryType;
import dev.sheaf.column.DataType.DateType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.IntervalType;
import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;

/// Which types an explicit cast converts into which.
public final class Casts {
    private Casts() {}

    public static boolean exist(DataType from, DataType to) {
        if (from.equals(to) || from.equals(DataType.NULL)) {
            return true;
        }
        return switch (from) {
            case DataType.BoolType(), DataType.IntType _, DataType.FloatType _, DataType.DecimalType _ ->
                to.isNumeric() || to.equals(DataType.BOOL) || to.equals(DataType.STRING);
            case DataType.StringType() -> !isNested(to);
            case BinaryType() -> to.equals(DataType.STRING);
            case DateType() -> to instanceof TimestampType || to.equals(DataType.STRING);
            case TimestampType _ ->
                to instanceof TimestampType
                        || to instanceof DateType
                        || to instanceof TimeType
                        || to.equals(DataType.STRING);
            case TimeType _ -> to instanceof TimeType || to.equals(DataType.STRING);
            case DurationType _ ->
                to instanceof DurationType || to instanceof IntervalType || to.equals(DataType.STRING);
            case IntervalType() -> to.equals(DataType.STRING);
            case DataType.NullType(), DataType.ListType _, DataType.StructType _, DataType.DictionaryType _ -> false;
        };
    }

    private static boolean isNested(DataType type) {
        return type instanceof DataType.ListType || type instanceof DataType.StructType;
    }
}
