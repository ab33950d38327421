package dev.sheaf.io.arrow;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.io.arrow.c.SchemaSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.Type;

/// Types in the letters of Arrow's C data interface, both ways; the mapping is that of [ArrowSchemas].
final class CTypes {
    private static final String STRUCT = "+s";
    private static final String UNITS = "smun";

    private CTypes() {}

    /// A schema as a struct of its columns.
    static SchemaSpec write(Schema schema) {
        List<SchemaSpec> columns = schema.fields().stream().map(CTypes::write).toList();
        return new SchemaSpec(STRUCT, "", false, columns, null);
    }

    private static SchemaSpec write(Field field) {
        DataType type = field.type().decoded();
        List<SchemaSpec> children =
                ArrowSchemas.childFields(type).stream().map(CTypes::write).toList();
        return new SchemaSpec(letters(type), field.name(), field.nullable(), children, null);
    }

    private static String letters(DataType type) {
        return switch (type) {
            case DataType.NullType _ -> "n";
            case DataType.BoolType _ -> "b";
            case DataType.IntType(int bits, boolean signed) -> integer(bits, signed);
            case DataType.FloatType(int bits) -> bits == Float.SIZE ? "f" : "g";
            case DataType.DecimalType(int precision, int scale) -> "d:" + precision + "," + scale;
            case DataType.DateType _ -> "tdD";
            case DataType.TimeType(TimeUnit unit) -> "tt" + UNITS.charAt(unit.ordinal());
            case DataType.TimestampType(TimeUnit unit, Optional<String> zone) ->
                "ts" + UNITS.charAt(unit.ordinal()) + ":" + zone.orElse("");
            case DataType.DurationType(TimeUnit unit) -> "tD" + UNITS.charAt(unit.ordinal());
            case DataType.IntervalType _ -> "tin";
            case DataType.StringType _ -> "u";
            case DataType.BinaryType _ -> "z";
            case DataType.ListType _ -> "+l";
            case DataType.StructType _ -> STRUCT;
            case DataType.DictionaryType _ -> throw new AssertionError(type);
            case DataType.CategoryType category ->
                throw new IllegalArgumentException(
                        "categories are handed over as their values; cast " + category + " to " + category.values());
        };
    }

    private static String integer(int bits, boolean signed) {
        String letters = signed ? "csil" : "CSIL";
        return letters.substring(Integer.numberOfTrailingZeros(bits) - 3, Integer.numberOfTrailingZeros(bits) - 2);
    }

    /// The layouts of the columns of a struct.
    ///
    /// @throws IllegalArgumentException for a type that we do not have; the message names the column
    static List<ArrowSchemas.Layout> read(SchemaSpec struct) {
        if (!struct.format().equals(STRUCT)) {
            throw new IllegalArgumentException("the Arrow stream has values of type " + struct.format()
                    + " where a table has structs of its columns");
        }
        List<ArrowSchemas.Layout> layouts = new ArrayList<>();
        for (SchemaSpec column : struct.children()) {
            layouts.add(column(column, layouts.size()));
        }
        return layouts;
    }

    private static ArrowSchemas.Layout column(SchemaSpec spec, long number) {
        SchemaSpec dictionary = spec.dictionary();
        if (dictionary == null) {
            return layout(spec);
        }
        ArrowSchemas.Layout values = layout(dictionary);
        ArrowSchemas.Layout codes = layout(spec);
        if (!(codes.field().type() instanceof DataType.IntType(int bits, boolean _))) {
            throw unsupported(spec);
        }
        return values.encoded(spec.name(), spec.nullable(), number, bits);
    }

    private static ArrowSchemas.Layout layout(SchemaSpec spec) {
        List<ArrowSchemas.Layout> children =
                spec.children().stream().map(CTypes::layout).toList();
        if (spec.children().stream().anyMatch(child -> child.dictionary() != null)) {
            throw unsupported(spec);
        }
        String format = spec.format();
        return switch (format.isEmpty() ? ' ' : format.charAt(0)) {
            case 'n' -> layout(spec, Type.Null, 0, DataType.NULL, children);
            case 'b' -> layout(spec, Type.Bool, 0, DataType.BOOL, children);
            case 'c', 's', 'i', 'l' ->
                layout(spec, Type.Int, 0, new DataType.IntType(bits(format, "csil"), true), children);
            case 'C', 'S', 'I', 'L' ->
                layout(spec, Type.Int, 0, new DataType.IntType(bits(format, "CSIL"), false), children);
            case 'f' -> layout(spec, Type.FloatingPoint, 0, DataType.FLOAT32, children);
            case 'g' -> layout(spec, Type.FloatingPoint, 0, DataType.FLOAT64, children);
            case 'u' -> layout(spec, Type.Utf8, 0, DataType.STRING, children);
            case 'U' -> layout(spec, Type.LargeUtf8, 0, DataType.STRING, children);
            case 'z' -> layout(spec, Type.Binary, 0, DataType.BINARY, children);
            case 'Z' -> layout(spec, Type.LargeBinary, 0, DataType.BINARY, children);
            case 'w' ->
                layout(spec, Type.FixedSizeBinary, Integer.parseInt(format.substring(2)), DataType.BINARY, children);
            case 'd' -> decimal(spec);
            case 't' -> time(spec, children);
            case '+' -> nested(spec, children);
            default -> throw unsupported(spec);
        };
    }

    private static int bits(String format, String letters) {
        return Byte.SIZE << letters.indexOf(format.charAt(0));
    }

    private static ArrowSchemas.Layout layout(
            SchemaSpec spec, byte type, int width, DataType ours, List<ArrowSchemas.Layout> children) {
        return ArrowSchemas.Layout.plain(new Field(spec.name(), ours, spec.nullable()), type, width, children);
    }

    /// `d:precision,scale` of 128 bits, or `d:precision,scale,bits`.
    private static ArrowSchemas.Layout decimal(SchemaSpec spec) {
        String[] numbers = spec.format().substring(2).split(",", -1);
        int bits = numbers.length > 2 ? Integer.parseInt(numbers[2]) : 128;
        return ArrowSchemas.Layout.decimal(
                spec.name(), spec.nullable(), Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), bits);
    }

    private static ArrowSchemas.Layout time(SchemaSpec spec, List<ArrowSchemas.Layout> children) {
        String format = spec.format() + "   ";
        char kind = format.charAt(1);
        int unit = UNITS.indexOf(format.charAt(2));
        return switch (kind) {
            case 'd' -> layout(spec, Type.Date, format.charAt(2) == 'D' ? 32 : 64, DataType.DATE, children);
            case 't' -> {
                TimeUnit of = TimeUnit.values()[Math.max(0, unit)];
                yield layout(spec, Type.Time, ArrowSchemas.timeBits(of), new DataType.TimeType(of), children);
            }
            case 's' -> {
                String zone = spec.format().length() > 4 ? spec.format().substring(4) : "";
                DataType type = new DataType.TimestampType(
                        TimeUnit.values()[Math.max(0, unit)], zone.isEmpty() ? Optional.empty() : Optional.of(zone));
                yield layout(spec, Type.Timestamp, 0, type, children);
            }
            case 'D' ->
                layout(
                        spec,
                        Type.Duration,
                        0,
                        new DataType.DurationType(TimeUnit.values()[Math.max(0, unit)]),
                        children);
            case 'i' -> layout(spec, Type.Interval, intervalUnit(spec, format.charAt(2)), DataType.INTERVAL, children);
            default -> throw unsupported(spec);
        };
    }

    private static int intervalUnit(SchemaSpec spec, char letter) {
        return switch (letter) {
            case 'M' -> IntervalUnit.YEAR_MONTH;
            case 'D' -> IntervalUnit.DAY_TIME;
            case 'n' -> IntervalUnit.MONTH_DAY_NANO;
            default -> throw unsupported(spec);
        };
    }

    private static ArrowSchemas.Layout nested(SchemaSpec spec, List<ArrowSchemas.Layout> children) {
        List<Field> fields = children.stream().map(ArrowSchemas.Layout::field).toList();
        boolean isList = spec.format().equals("+l") || spec.format().equals("+L");
        if (isList && children.size() == 1) {
            byte type = spec.format().equals("+l") ? Type.List : Type.LargeList;
            return layout(spec, type, 0, new DataType.ListType(fields.getFirst().type()), children);
        }
        if (spec.format().equals(STRUCT)) {
            return layout(spec, Type.Struct_, 0, new DataType.StructType(fields), children);
        }
        throw unsupported(spec);
    }

    private static IllegalArgumentException unsupported(SchemaSpec spec) {
        return new IllegalArgumentException("column \"" + spec.name() + "\" has the Arrow type \"" + spec.format()
                + "\", for which Sheaf has no type; have the other library cast it");
    }
}
