package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.LogicalTypes;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.MilliSeconds;
import org.apache.parquet.format.NanoSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeType;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;

/// Turns a schema of ours into the flattened schema of a footer.
///
/// Lists take the three levels that the format asks for, `name.list.element`. Seconds become milliseconds, the
/// coarsest unit there is; durations become int64 with a note, see [AnnotatedTypes].
public final class SchemaWriter {
    static final int INT128_WIDTH = 16;
    static final int INTERVAL_WIDTH = 12;

    private final List<SchemaElement> elements = new ArrayList<>();

    private SchemaWriter() {}

    public static List<SchemaElement> elements(Schema schema) {
        SchemaWriter writer = new SchemaWriter();
        writer.elements.add(new SchemaElement("schema").setNum_children(schema.size()));
        schema.fields().forEach(writer::add);
        return writer.elements;
    }

    private void add(Field field) {
        SchemaElement element = new SchemaElement(field.name());
        element.setRepetition_type(field.nullable() ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
        elements.add(element);
        switch (field.type()) {
            case DataType.ListType(DataType of) -> {
                element.setNum_children(1).setConverted_type(ConvertedType.LIST).setLogicalType(LogicalTypes.LIST);
                elements.add(new SchemaElement("list")
                        .setRepetition_type(FieldRepetitionType.REPEATED)
                        .setNum_children(1));
                add(new Field("element", of));
            }
            case DataType.StructType(List<Field> fields) -> {
                if (fields.isEmpty()) {
                    throw new IllegalArgumentException(
                            "column \"" + field.name() + "\" is a struct without fields, which Parquet cannot hold");
                }
                element.setNum_children(fields.size());
                fields.forEach(this::add);
            }
            default -> value(element, field.type());
        }
    }

    private static void value(SchemaElement element, DataType type) {
        switch (type) {
            case DataType.NullType() -> element.setType(Type.INT32).setLogicalType(LogicalTypes.UNKNOWN);
            case DataType.BoolType() -> element.setType(Type.BOOLEAN);
            case DataType.IntType(int bits, boolean signed) -> integer(element, bits, signed);
            case DataType.FloatType(int bits) -> element.setType(bits == 32 ? Type.FLOAT : Type.DOUBLE);
            case DataType.DecimalType decimal -> decimal(element, decimal);
            case DataType.DateType() ->
                element.setType(Type.INT32)
                        .setConverted_type(ConvertedType.DATE)
                        .setLogicalType(LogicalTypes.DATE);
            case DataType.TimeType(TimeUnit unit) ->
                element.setType(isMilli(unit) ? Type.INT32 : Type.INT64)
                        .setLogicalType(LogicalType.TIME(new TimeType(false, unit(unit))));
            case DataType.TimestampType(TimeUnit unit, var zone) ->
                element.setType(Type.INT64)
                        .setLogicalType(LogicalType.TIMESTAMP(new TimestampType(zone.isPresent(), unit(unit))));
            case DataType.DurationType _ -> element.setType(Type.INT64);
            case DataType.IntervalType() ->
                element.setType(Type.FIXED_LEN_BYTE_ARRAY)
                        .setType_length(INTERVAL_WIDTH)
                        .setConverted_type(ConvertedType.INTERVAL);
            case DataType.StringType() ->
                element.setType(Type.BYTE_ARRAY)
                        .setConverted_type(ConvertedType.UTF8)
                        .setLogicalType(LogicalTypes.UTF8);
            case DataType.BinaryType() -> element.setType(Type.BYTE_ARRAY);
            case DataType.DictionaryType(DataType values) -> value(element, values);
            case DataType.CategoryType category ->
                throw new IllegalArgumentException(
                        "Parquet holds no categories; cast " + category + " to " + category.values());
            case DataType.ListType _, DataType.StructType _ -> throw new AssertionError(type);
        }
    }

    private static void integer(SchemaElement element, int bits, boolean signed) {
        element.setType(bits == 64 ? Type.INT64 : Type.INT32);
        if (bits < 32 || !signed) {
            element.setLogicalType(LogicalType.INTEGER(new IntType((byte) bits, signed)));
            element.setConverted_type(ConvertedType.valueOf((signed ? "INT_" : "UINT_") + bits));
        }
    }

    private static void decimal(SchemaElement element, DataType.DecimalType decimal) {
        switch (decimal.bits()) {
            case 32 -> element.setType(Type.INT32);
            case 64 -> element.setType(Type.INT64);
            default -> element.setType(Type.FIXED_LEN_BYTE_ARRAY).setType_length(INT128_WIDTH);
        }
        element.setConverted_type(ConvertedType.DECIMAL)
                .setPrecision(decimal.precision())
                .setScale(decimal.scale())
                .setLogicalType(LogicalTypes.DECIMAL(decimal.scale(), decimal.precision()));
    }

    public static boolean isMilli(TimeUnit unit) {
        return unit == TimeUnit.SECOND || unit == TimeUnit.MILLI;
    }

    private static org.apache.parquet.format.TimeUnit unit(TimeUnit unit) {
        return switch (unit) {
            case SECOND, MILLI -> org.apache.parquet.format.TimeUnit.MILLIS(new MilliSeconds());
            case MICRO -> org.apache.parquet.format.TimeUnit.MICROS(new MicroSeconds());
            case NANO -> org.apache.parquet.format.TimeUnit.NANOS(new NanoSeconds());
        };
    }
}
