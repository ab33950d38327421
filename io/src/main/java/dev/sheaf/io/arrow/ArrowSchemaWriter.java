package dev.sheaf.io.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TimeUnit;
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

/// Writes schemas as Arrow's flatbuffers, by the table of [ArrowSchemas].
final class ArrowSchemaWriter {
    private ArrowSchemaWriter() {}

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
            int indexType = Int.createInt(builder, ArrowSchemas.INDEX_BITS, true);
            DictionaryEncoding.startDictionaryEncoding(builder);
            DictionaryEncoding.addId(builder, nextDictionary[0]++);
            DictionaryEncoding.addIndexType(builder, indexType);
            dictionary = DictionaryEncoding.endDictionaryEncoding(builder);
        }
        int[] children = ArrowSchemas.childFields(type).stream()
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
                Decimal.createDecimal(builder, precision, scale, ArrowSchemas.BITS_128);
            case DataType.DateType _ -> Date.createDate(builder, DateUnit.DAY);
            case DataType.TimeType(TimeUnit unit) ->
                Time.createTime(builder, number(unit), ArrowSchemas.timeBits(unit));
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
}
