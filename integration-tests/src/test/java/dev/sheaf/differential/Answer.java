package dev.sheaf.differential;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Table;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a query gave: the family of each column's type, and rows of values in one form for both sides.
///
/// Whole numbers and decimals are BigDecimals without trailing zeros, floats doubles, lists lists,
/// structs lists of their values.
record Answer(List<String> families, List<List<@Nullable Object>> rows) {

    /// The answer that a table is.
    static Answer of(Table table) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < table.rowCount(); row++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int column = 0; column < table.columnCount(); column++) {
                values.add(normal(table.column(column).get(row)));
            }
            rows.add(values);
        }
        List<String> families = table.schema().fields().stream()
                .map(field -> family(field.type().decoded()))
                .toList();
        return new Answer(families, rows);
    }

    /// One form for values that are the same.
    static @Nullable Object normal(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Byte _, Short _, Integer _, Long _ -> exact(BigDecimal.valueOf(((Number) value).longValue()));
            case BigInteger integer -> exact(new BigDecimal(integer));
            case BigDecimal decimal -> exact(decimal);
            case Float number -> (double) number;
            case Duration duration -> new Interval(0, 0, duration.toNanos());
            case Map<?, ?> struct -> normal(new ArrayList<>(struct.values()));
            case List<?> list -> {
                List<@Nullable Object> elements = new ArrayList<>();
                list.forEach(element -> elements.add(normal(element)));
                yield Collections.unmodifiableList(elements);
            }
            default -> value;
        };
    }

    private static BigDecimal exact(BigDecimal value) {
        return value.stripTrailingZeros();
    }

    private static String family(DataType type) {
        return switch (type) {
            case DataType.IntType _ -> "whole";
            case DataType.DecimalType(int _, int scale) -> scale == 0 ? "whole" : "decimal of scale " + scale;
            case DataType.FloatType(int bits) -> "float" + bits;
            case DataType.BoolType() -> "bool";
            case DataType.StringType() -> "text";
            case DataType.DateType() -> "date";
            case DataType.TimeType _ -> "time";
            case DataType.TimestampType moment -> moment.zone().isPresent() ? "instant" : "timestamp";
            case DataType.BinaryType() -> "bytes";
            default -> type.toString();
        };
    }

    /// The family of a type as DuckDB names it.
    static String family(String duckType) {
        return switch (duckType) {
            case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT" -> "whole";
            case "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT" -> "whole";
            case "FLOAT" -> "float32";
            case "DOUBLE" -> "float64";
            case "BOOLEAN" -> "bool";
            case "VARCHAR" -> "text";
            case "\"NULL\"" -> "null";
            case "DATE" -> "date";
            case "TIME" -> "time";
            case "TIMESTAMP WITH TIME ZONE" -> "instant";
            case "BLOB" -> "bytes";
            case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS" -> "timestamp";
            default -> duckType.startsWith("DECIMAL(") ? decimal(duckType) : duckType;
        };
    }

    private static String decimal(String duckType) {
        String scale = duckType.substring(duckType.indexOf(',') + 1, duckType.length() - 1);
        return scale.equals("0") ? "whole" : "decimal of scale " + scale;
    }
}
