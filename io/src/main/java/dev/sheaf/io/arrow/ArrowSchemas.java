package dev.sheaf.io.arrow;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.TimeUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;

/// Schemas as Arrow's flatbuffers: read here, written by [ArrowSchemaWriter].
///
/// | ours | Arrow's |
/// |---|---|
/// | null, bool, integers, floats, date, duration | the same |
/// | decimal(p, s) | Decimal of 128 bits (32, 64 and 256 are read, and every scale, as [DataType.DecimalType#holding])
/// |
/// | time, timestamp | the same; Time of seconds and milliseconds has 32 bits there |
/// | interval | Interval MONTH_DAY_NANO (YEAR_MONTH and DAY_TIME are read) |
/// | string, binary | Utf8, Binary, or LargeUtf8, LargeBinary (FixedSizeBinary is read as binary) |
/// | list, struct | List or LargeList, Struct |
/// | dictionary | the type of its values, encoded with int32 indices (all index types are read) |
final class ArrowSchemas {
    static final int BITS_128 = 128;
    static final int INDEX_BITS = 32;
    private static final int MAX_DEPTH = 64;
    private static final int MAX_FIELDS = 1 << 16;

    private ArrowSchemas() {}

    /// What a reader has to know of a field besides our type: how Arrow lays it out.
    ///
    /// `type` is the Arrow type's number in [Type] and `width` its bits, bytes or unit where that type has
    /// several; `dictionary` is the number of its dictionary or -1, with the bits of its indices. A decimal of
    /// Arrow with a scale below 0 is one of scale 0 here, whose values get so many `zeros`.
    record Layout(Field field, byte type, int width, int zeros, long dictionary, int indexBits, List<Layout> children) {

        /// A column that is not encoded by a dictionary.
        static Layout plain(Field field, byte type, int width, List<Layout> children) {
            return new Layout(field, type, width, 0, -1, 0, children);
        }

        /// A column of decimals of so many bits.
        static Layout decimal(String name, boolean nullable, int precision, int scale, int bits) {
            if (Integer.bitCount(bits) != 1 || bits < Integer.SIZE || bits > 2 * BITS_128) {
                throw unsupported(name, "decimals of " + bits + " bits");
            }
            Field field = new Field(name, DataType.DecimalType.holding(precision, scale), nullable);
            return new Layout(field, Type.Decimal, bits, Math.max(0, -scale), -1, 0, List.of());
        }

        /// A column of these values, encoded by the dictionary of this number in indices of so many bits.
        Layout encoded(String name, boolean nullable, long number, int bits) {
            Field encoded = new Field(name, new DataType.DictionaryType(field.type()), nullable);
            return new Layout(encoded, type, width, zeros, number, bits, children);
        }

        /// The values of the dictionary of a column that is encoded.
        Layout values() {
            Field values = new Field(field.name(), field.type().decoded());
            return new Layout(values, type, width, zeros, -1, 0, children);
        }
    }

    /// The fields of the child columns of a nested type.
    static List<Field> childFields(DataType type) {
        return switch (type) {
            case DataType.ListType(DataType element) -> List.of(new Field("item", element));
            case DataType.StructType(List<Field> fields) -> fields;
            default -> List.of();
        };
    }

    /// Bits of an Arrow time of this unit.
    static int timeBits(TimeUnit unit) {
        return switch (unit) {
            case SECOND, MILLI -> 32;
            case MICRO, NANO -> 64;
        };
    }

    private static TimeUnit unit(int number) {
        if (number < 0 || number >= TimeUnit.values().length) {
            throw new IllegalArgumentException("unknown time unit " + number);
        }
        return TimeUnit.values()[number];
    }

    /// The key-value metadata of a schema; a pair without a key or a value is left out.
    static Map<String, String> metadata(org.apache.arrow.flatbuf.Schema schema) {
        Map<String, String> metadata = new LinkedHashMap<>();
        for (int i = 0; i < schema.customMetadataLength(); i++) {
            KeyValue pair = schema.customMetadata(i);
            if (pair.key() != null && pair.value() != null) {
                metadata.put(pair.key(), pair.value());
            }
        }
        return metadata;
    }

    /// The layouts of the fields of a schema.
    ///
    /// @throws IllegalArgumentException for a type that we do not have; the message names the field
    static List<Layout> read(org.apache.arrow.flatbuf.Schema schema) {
        if (schema.endianness() != Endianness.Little) {
            throw new IllegalArgumentException("the data is big endian");
        }
        List<Layout> layouts = new ArrayList<>();
        int[] fieldsLeft = {MAX_FIELDS};
        for (int i = 0; i < schema.fieldsLength(); i++) {
            layouts.add(readField(schema.fields(i), 1, fieldsLeft));
        }
        return layouts;
    }

    /// Damaged references can make a field its own descendant; depth and number of fields end that.
    private static Layout readField(org.apache.arrow.flatbuf.Field field, int depth, int[] fieldsLeft) {
        if (depth > MAX_DEPTH || --fieldsLeft[0] < 0) {
            throw new IllegalArgumentException("its fields are nested too deep, or too many");
        }
        List<Layout> children = new ArrayList<>();
        for (int i = 0; i < field.childrenLength(); i++) {
            children.add(readField(field.children(i), depth + 1, fieldsLeft));
        }
        String name = field.name() == null ? "" : field.name();
        DictionaryEncoding encoding = field.dictionary();
        Layout plain = readType(field, name, children);
        if (encoding == null) {
            return plain;
        }
        Int index = encoding.indexType();
        return plain.encoded(name, field.nullable(), encoding.id(), index == null ? INDEX_BITS : index.bitWidth());
    }

    private static Layout readType(org.apache.arrow.flatbuf.Field field, String name, List<Layout> children) {
        byte number = field.typeType();
        int width = 0;
        DataType type;
        switch (number) {
            case Type.Null -> type = DataType.NULL;
            case Type.Bool -> type = DataType.BOOL;
            case Type.Int -> {
                Int integer = (Int) table(field, new Int());
                type = new DataType.IntType(integer.bitWidth(), integer.isSigned());
            }
            case Type.FloatingPoint -> {
                int precision = ((FloatingPoint) table(field, new FloatingPoint())).precision();
                if (precision == Precision.HALF) {
                    throw unsupported(name, "half-precision floats");
                }
                type = precision == Precision.SINGLE ? DataType.FLOAT32 : DataType.FLOAT64;
            }
            case Type.Decimal -> {
                Decimal decimal = (Decimal) table(field, new Decimal());
                return Layout.decimal(name, field.nullable(), decimal.precision(), decimal.scale(), decimal.bitWidth());
            }
            case Type.Date -> {
                type = DataType.DATE;
                width = ((Date) table(field, new Date())).unit() == DateUnit.DAY ? 32 : 64;
            }
            case Type.Time -> {
                Time time = (Time) table(field, new Time());
                type = new DataType.TimeType(unit(time.unit()));
                width = time.bitWidth();
            }
            case Type.Timestamp -> {
                Timestamp timestamp = (Timestamp) table(field, new Timestamp());
                type = new DataType.TimestampType(unit(timestamp.unit()), Optional.ofNullable(timestamp.timezone()));
            }
            case Type.Duration ->
                type = new DataType.DurationType(unit(((Duration) table(field, new Duration())).unit()));
            case Type.Interval -> {
                type = DataType.INTERVAL;
                width = ((Interval) table(field, new Interval())).unit();
            }
            case Type.Utf8, Type.LargeUtf8 -> type = DataType.STRING;
            case Type.Binary, Type.LargeBinary -> type = DataType.BINARY;
            case Type.FixedSizeBinary -> {
                type = DataType.BINARY;
                width = ((org.apache.arrow.flatbuf.FixedSizeBinary)
                                table(field, new org.apache.arrow.flatbuf.FixedSizeBinary()))
                        .byteWidth();
            }
            case Type.List, Type.LargeList -> {
                if (children.size() != 1) {
                    throw unsupported(name, "a list of " + children.size() + " children");
                }
                type = new DataType.ListType(children.getFirst().field().type().decoded());
            }
            case Type.Struct_ ->
                type = new DataType.StructType(children.stream()
                        .map(child -> new Field(
                                child.field().name(),
                                child.field().type().decoded(),
                                child.field().nullable()))
                        .toList());
            default -> throw unsupported(name, Type.names[number]);
        }
        return Layout.plain(new Field(name, type, field.nullable()), number, width, children);
    }

    private static com.google.flatbuffers.Table table(
            org.apache.arrow.flatbuf.Field field, com.google.flatbuffers.Table table) {
        com.google.flatbuffers.Table found = field.type(table);
        if (found == null) {
            throw new IllegalArgumentException("field \"" + field.name() + "\" has no type");
        }
        return found;
    }

    private static IllegalArgumentException unsupported(String name, String what) {
        return new IllegalArgumentException("column \"" + name + "\" holds " + what + ", for which Sheaf has no type");
    }
}
