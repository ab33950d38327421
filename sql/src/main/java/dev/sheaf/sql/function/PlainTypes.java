package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Names;
import dev.sheaf.column.TimeUnit;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The types of SQL that are no lists, structs or maps, by their names in DuckDB.
final class PlainTypes {
    /// A name and parameters.
    private static final Pattern TYPE = Pattern.compile("([a-z][a-z0-9_ ]*?) ?(?:\\( ?(\\d+) ?(?:, ?(\\d+) ?)?\\))?");

    private static final Set<String> DECIMALS = Set.of("decimal", "numeric", "dec");
    private static final int DEFAULT_PRECISION = 18;
    private static final int DEFAULT_SCALE = 3;

    private static final Map<String, DataType> TYPES = types();

    /// One name of each type, for messages.
    private static final String LISTED = "boolean, tinyint, smallint, integer, bigint, hugeint, utinyint, usmallint, "
            + "uinteger, ubigint, float, double, decimal(precision, scale), varchar, blob, date, time, timestamp, "
            + "timestamptz, interval";

    private PlainTypes() {}

    /// Whether a name in lower case, without parameters, is that of one of them.
    static boolean isName(String name) {
        return DECIMALS.contains(name) || TYPES.containsKey(name);
    }

    /// The type of a name with parameters: `int`, `decimal(9, 2)`.
    ///
    /// @throws IllegalArgumentException if there is none
    static DataType parse(String text) {
        Matcher type = TYPE.matcher(text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " "));
        if (!type.matches()) {
            throw unknown(text);
        }
        return element(text, type.group(1), type.group(2), type.group(3));
    }

    private static DataType element(String text, String name, @Nullable String first, @Nullable String second) {
        if (DECIMALS.contains(name)) {
            return first == null
                    ? DataType.decimal(DEFAULT_PRECISION, DEFAULT_SCALE)
                    : DataType.decimal(number(first), second == null ? 0 : number(second));
        }
        DataType type = TYPES.get(name);
        if (type == null) {
            throw unknown(text);
        }
        return type;
    }

    /// The name of a type that is no list or struct, as DuckDB's typeof gives it.
    static String nameOf(DataType type) {
        return switch (type) {
            case DataType.NullType() -> "\"NULL\"";
            case DataType.DecimalType(int precision, int scale)
            when precision == DataType.DecimalType.MAX_PRECISION && scale == 0 -> "HUGEINT";
            case DataType.DecimalType(int precision, int scale) -> "DECIMAL(" + precision + "," + scale + ")";
            case DataType.TimestampType moment -> moment(moment);
            case DataType.DurationType _ -> "INTERVAL";
            case DataType.TimeType _ -> "TIME";
            case DataType plain -> first(plain).toUpperCase(Locale.ROOT);
        };
    }

    private static String moment(DataType.TimestampType type) {
        return type.zone().isPresent()
                ? "TIMESTAMP WITH TIME ZONE"
                : switch (type.unit()) {
                    case SECOND -> "TIMESTAMP_S";
                    case MILLI -> "TIMESTAMP_MS";
                    case MICRO -> "TIMESTAMP";
                    case NANO -> "TIMESTAMP_NS";
                };
    }

    /// The one of the names of a type that SQL lists.
    private static String first(DataType type) {
        return Stream.of(LISTED.split(", "))
                .filter(name -> type.equals(TYPES.get(name)))
                .findFirst()
                .orElseGet(type::toString);
    }

    private static int number(String digits) {
        return digits.length() > 3 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private static IllegalArgumentException unknown(String text) {
        String name = text.replaceAll("[ (\\[].*", "");
        if (name.equalsIgnoreCase("bit") || name.equalsIgnoreCase("bitstring")) {
            return new IllegalArgumentException("there is no type " + text
                    + "; up to 64 bits are a whole number, with &, |, << and bit_count, more are a VARCHAR of 0 and 1");
        }
        return new IllegalArgumentException(
                "there is no type " + text + "; types: " + LISTED + "." + Names.didYouMean(name, TYPES.keySet()));
    }

    /// In the order of the names, so that messages are the same in every run.
    private static Map<String, DataType> types() {
        Map<String, DataType> types = new TreeMap<>();
        put(types, DataType.BOOL, "boolean", "bool", "logical");
        put(types, DataType.INT8, "tinyint", "int1");
        put(types, DataType.INT16, "smallint", "int2", "int16", "short");
        put(types, DataType.INT32, "integer", "int", "int4", "int32", "signed");
        put(types, DataType.INT64, "bigint", "int8", "int64", "long");
        put(types, DataType.decimal(DataType.DecimalType.MAX_PRECISION, 0), "hugeint", "int128");
        put(types, DataType.UINT8, "utinyint", "uint8");
        put(types, DataType.UINT16, "usmallint", "uint16");
        put(types, DataType.UINT32, "uinteger", "uint32");
        put(types, DataType.UINT64, "ubigint", "uint64");
        put(types, DataType.FLOAT32, "real", "float", "float4");
        put(types, DataType.FLOAT64, "double", "float8", "double precision");
        put(types, DataType.STRING, "varchar", "text", "string", "char", "bpchar", "character varying");
        put(types, DataType.BINARY, "blob", "bytea", "binary", "varbinary");
        put(types, DataType.DATE, "date");
        put(types, DataType.TIME, "time", "time without time zone");
        put(types, DataType.TIMESTAMP, "timestamp", "datetime", "timestamp_us", "timestamp without time zone");
        put(types, timestamp(TimeUnit.SECOND), "timestamp_s");
        put(types, timestamp(TimeUnit.MILLI), "timestamp_ms");
        put(types, timestamp(TimeUnit.NANO), "timestamp_ns");
        put(types, new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC")), "timestamptz");
        put(types, new DataType.TimestampType(TimeUnit.MICRO, Optional.of("UTC")), "timestamp with time zone");
        put(types, DataType.INTERVAL, "interval");
        return Collections.unmodifiableMap(types);
    }

    private static DataType timestamp(TimeUnit unit) {
        return new DataType.TimestampType(unit, Optional.empty());
    }

    private static void put(Map<String, DataType> types, DataType type, String... names) {
        for (String name : names) {
            types.put(name, type);
        }
    }
}
