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
        if (to instanceof DataType.CategoryType category) {
            return exist(from, category.values());
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
            case DataType.ListType(DataType element) ->
                to instanceof DataType.ListType(DataType other) && exist(element.decoded(), other.decoded());
            case DataType.StructType struct -> struct(struct, to);
            case DataType.CategoryType category -> exist(category.values(), to);
            case DataType.NullType(), DataType.DictionaryType _ -> false;
        };
    }

    private static boolean struct(DataType.StructType from, DataType to) {
        if (!(to instanceof DataType.StructType other)
                || other.fields().size() != from.fields().size()) {
            return false;
        }
        for (int i = 0; i < from.fields().size(); i++) {
            boolean sameName = from.fields()
                    .get(i)
                    .name()
                    .equalsIgnoreCase(other.fields().get(i).name());
            if (!sameName
                    || !exist(
                            from.fields().get(i).type().decoded(),
                            other.fields().get(i).type().decoded())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNested(DataType type) {
        return type instanceof DataType.ListType || type instanceof DataType.StructType;
    }
}
