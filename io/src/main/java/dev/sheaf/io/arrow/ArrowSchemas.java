package dev.sheaf.io.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TimeUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.Duration;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Null;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/// Schemas as Arrow's flatbuffers, both ways.
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
    private static final int BITS_128 = 128;
    private static final int INDEX_BITS = 32;
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

    /// Writes a schema with key-value metadata; the position of its table is returned.
    static int write(FlatBufferBuilder builder, Schema schema, Map<String, String> metadata) {
        int[] pairs = metadata.entrySet().stream()
                .mapToInt(entry -> KeyValue.createKeyValue(
                        builder, builder.createString(entry.getKey()), builder.createString(entry.getValue())))
                .toArray();
        int pairVector = org.apache.arrow.flatbuf.Schema.createCustomMetadataVector(builder, pairs);
        long[] nextDictionary = {0};
        int[] fields = schema.fields().stream()
                .mapToInt(field -> writeField(builder, field, nextDictionary))
                .toArray();
        int vector = org.apache.arrow.flatbuf.Schema.createFieldsVector(builder, fields);
        org.apache.arrow.flatbuf.Schema.startSchema(builder);
        org.apache.arrow.flatbuf.Schema.addEndianness(builder, Endianness.Little);
        org.apache.arrow.flatbuf.Schema.addFields(builder, vector);
        org.apache.arrow.flatbuf.Schema.addCustomMetadata(builder, pairVector);
        return org.apache.arrow.flatbuf.Schema.endSchema(builder);
    }

    private static int writeField(FlatBufferBuilder builder, Field field, long[] nextDictionary) {
        DataType type = field.type().decoded();
        int dictionary = 0;
        if (field.type() instanceof DataType.DictionaryType) {
            int indexType = Int.createInt(builder, INDEX_BITS, true);
            DictionaryEncoding.startDictionaryEncoding(builder);
            DictionaryEncoding.addId(builder, nextDictionary[0]++);
            DictionaryEncoding.addIndexType(builder, indexType);
            dictionary = DictionaryEncoding.endDictionaryEncoding(builder);
        }
        int[] children = childFields(type).stream()
                .mapToInt(child -> writeField(builder, child, nextDictionary))
                .toArray();
        int childVector = org.apache.arrow.flatbuf.Field.createChildrenVector(builder, children);
        int name = builder.createString(field.name());
        byte number = typeNumber(type);
        int typeTable = writeType(builder, type);
        org.apache.arrow.flatbuf.Field.startField(builder);
        org.apache.arrow.flatbuf.Field.addName(builder, name);
        org.apache.arrow.flatbuf.Field.addNullable(builder, field.nullable());
        org.apache.arrow.flatbuf.Field.addTypeType(builder, number);
        org.apache.arrow.flatbuf.Field.addType(builder, typeTable);
        org.apache.arrow.flatbuf.Field.addChildren(builder, childVector);
        if (dictionary != 0) {
            org.apache.arrow.flatbuf.Field.addDictionary(builder, dictionary);
        }
        return org.apache.arrow.flatbuf.Field.endField(builder);
    }

    /// The fields of the child columns of a nested type.
    static List<Field> childFields(DataType type) {
        return switch (type) {
            case DataType.ListType(DataType element) -> List.of(new Field("item", element));
            case DataType.StructType(List<Field> fields) -> fields;
            default -> List.of();
        };
    }

    private static byte typeNumber(DataType type) {
        return switch (type) {
            case DataType.NullType _ -> Type.Null;
            case DataType.BoolType _ -> Type.Bool;
            case DataType.IntType _ -> Type.Int;
            case DataType.FloatType _ -> Type.FloatingPoint;
            case DataType.DecimalType _ -> Type.Decimal;
            case DataType.DateType _ -> Type.Date;
            case DataType.TimeType _ -> Type.Time;
            case DataType.TimestampType _ -> Type.Timestamp;
            case DataType.DurationType _ -> Type.Duration;
            case DataType.IntervalType _ -> Type.Interval;
            case DataType.StringType _ -> Type.Utf8;
            case DataType.BinaryType _ -> Type.Binary;
            case DataType.ListType _ -> Type.List;
            case DataType.StructType _ -> Type.Struct_;
            case DataType.DictionaryType _ -> throw new IllegalArgumentException("a dictionary cannot hold " + type);
            case DataType.CategoryType category ->
                throw new IllegalArgumentException(
                        "categories are handed over as their values; cast " + category + " to " + category.values());
        };
    }

    private static int writeType(FlatBufferBuilder builder, DataType type) {
        return switch (type) {
            case DataType.NullType _ -> empty(builder, Null::startNull, Null::endNull);
            case DataType.BoolType _ -> empty(builder, Bool::startBool, Bool::endBool);
            case DataType.IntType(int bits, boolean signed) -> Int.createInt(builder, bits, signed);
            case DataType.FloatType(int bits) ->
                FloatingPoint.createFloatingPoint(builder, bits == 32 ? Precision.SINGLE : Precision.DOUBLE);
            case DataType.DecimalType(int precision, int scale) ->
                Decimal.createDecimal(builder, precision, scale, BITS_128);
            case DataType.DateType _ -> Date.createDate(builder, DateUnit.DAY);
            case DataType.TimeType(TimeUnit unit) -> Time.createTime(builder, number(unit), timeBits(unit));
            case DataType.TimestampType(TimeUnit unit, Optional<String> zone) -> {
                int name = zone.map(builder::createString).orElse(0);
                yield Timestamp.createTimestamp(builder, number(unit), name);
            }
            case DataType.DurationType(TimeUnit unit) -> Duration.createDuration(builder, number(unit));
            case DataType.IntervalType _ -> Interval.createInterval(builder, IntervalUnit.MONTH_DAY_NANO);
            case DataType.StringType _ -> empty(builder, Utf8::startUtf8, Utf8::endUtf8);
            case DataType.BinaryType _ -> empty(builder, Binary::startBinary, Binary::endBinary);
            case DataType.ListType _ ->
                empty(builder, org.apache.arrow.flatbuf.List::startList, org.apache.arrow.flatbuf.List::endList);
            case DataType.StructType _ -> empty(builder, Struct_::startStruct_, Struct_::endStruct_);
            case DataType.DictionaryType _, DataType.CategoryType _ -> throw new AssertionError(type);
        };
    }

    private interface Start {
        void start(FlatBufferBuilder builder);
    }

    private interface End {
        int end(FlatBufferBuilder builder);
    }

    private static int empty(FlatBufferBuilder builder, Start start, End end) {
        start.start(builder);
        return end.end(builder);
    }

    private static short number(TimeUnit unit) {
        return switch (unit) {
            case SECOND -> org.apache.arrow.flatbuf.TimeUnit.SECOND;
            case MILLI -> org.apache.arrow.flatbuf.TimeUnit.MILLISECOND;
            case MICRO -> org.apache.arrow.flatbuf.TimeUnit.MICROSECOND;
            case NANO -> org.apache.arrow.flatbuf.TimeUnit.NANOSECOND;
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
