package dev.sheaf.column;

import dev.sheaf.column.grow.GrowingBuffer;
import dev.sheaf.column.record.ClassNames;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds a [Column] value by value. Memory comes from a pool and grows by doubling.
///
/// [#build()] hands the memory to the column and ends the builder; [#close()] gives it back when nothing was
/// built. Not thread-safe. Meant for rows that come one by one; code that knows its sizes fills buffers itself.
public final class ColumnBuilder implements AutoCloseable {
    private static final String PURPOSE = "column builder";

    private final DataType type;
    private final Layout layout;
    private final MemoryPool pool;
    private final GrowingBuffer values;
    private final GrowingBuffer bytes;
    private final GrowingBuffer validity;
    private final List<ColumnBuilder> children = new ArrayList<>();
    private long length;

    /// A builder for columns of `type`.
    ///
    /// @throws IllegalArgumentException for dictionary types: build the values and encode them
    public ColumnBuilder(DataType type, MemoryPool pool) {
        this.type = type;
        this.layout = type.layout();
        this.pool = pool;
        GrowingBuffer[] buffers = GrowingBuffer.several(3, pool, PURPOSE);
        this.values = buffers[0];
        this.bytes = buffers[1];
        this.validity = buffers[2];
        try {
            begin();
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private void begin() {
        switch (type) {
            case DataType.ListType(DataType element) -> children.add(new ColumnBuilder(element, pool));
            case DataType.StructType(List<Field> fields) ->
                fields.forEach(field -> children.add(new ColumnBuilder(field.type(), pool)));
            case DataType.DictionaryType _ ->
                throw new IllegalArgumentException("build the values of " + type + " instead");
            default -> {}
        }
        if (layout == Layout.VARIABLE || layout == Layout.LIST) {
            values.appendLong(0);
        }
    }

    /// The type of the column being built.
    public DataType type() {
        return type;
    }

    /// The number of rows so far.
    public long length() {
        return length;
    }

    /// Adds a null.
    public void appendNull() {
        switch (layout) {
            case NONE -> {}
            case BIT -> values.appendBit(length, false);
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL ->
                values.appendZeros(layout.byteWidth());
            case VARIABLE -> values.appendLong(bytes.size());
            case LIST -> values.appendLong(children.getFirst().length());
            case STRUCT -> children.forEach(ColumnBuilder::appendNull);
            case DICTIONARY -> throw new AssertionError("no builder has a dictionary type");
        }
        validity.appendBit(length++, false);
    }

    /// Adds a whole number to a column of an integer, a decimal (the unscaled value), or a date or time (the
    /// count).
    ///
    /// Bits that the column's width has no room for are cut off.
    public void appendLong(long value) {
        switch (layout) {
            case INT8 -> values.appendByte((byte) value);
            case INT16 -> values.appendShort((short) value);
            case INT32 -> values.appendInt((int) value);
            case INT64 -> values.appendLong(value);
            case INT128 -> {
                values.appendLong(value);
                values.appendLong(value >> 63);
            }
            case NONE, BIT, FLOAT32, FLOAT64, INTERVAL, VARIABLE, LIST, STRUCT, DICTIONARY -> throw refused(value);
        }
        validity.appendBit(length++, true);
    }

    /// Adds a floating value to a column of floats.
    public void appendDouble(double value) {
        switch (layout) {
            case FLOAT32 -> values.appendInt(Float.floatToRawIntBits((float) value));
            case FLOAT64 -> values.appendLong(Double.doubleToRawLongBits(value));
            case NONE, BIT, INT8, INT16, INT32, INT64, INT128, INTERVAL, VARIABLE, LIST, STRUCT, DICTIONARY ->
                throw refused(value);
        }
        validity.appendBit(length++, true);
    }

    /// Adds a bool.
    public void appendBool(boolean value) {
        if (layout != Layout.BIT) {
            throw refused(value);
        }
        values.appendBit(length, value);
        validity.appendBit(length++, true);
    }

    /// Adds the bytes of a string or binary value.
    public void appendBytes(MemorySegment source, long offset, long size) {
        if (layout != Layout.VARIABLE) {
            throw refused("bytes");
        }
        bytes.append(source, offset, size);
        values.appendLong(bytes.size());
        validity.appendBit(length++, true);
    }

    /// Adds a Java object of the kind that [Row#get(int)] returns for the type (any Number for numbers if it
    /// fits exactly, or rounded for floats), or null. A value that fails leaves nothing behind.
    ///
    /// @throws IllegalArgumentException if the object is of another kind or does not fit the type
    public void append(@Nullable Object value) {
        long rows = length;
        try {
            if (value == null) {
                appendNull();
            } else {
                appendChecked(value);
            }
        } catch (RuntimeException | Error failure) {
            truncate(rows);
            throw failure;
        }
    }

    private void appendChecked(Object value) {
        try {
            appendObject(value);
        } catch (ClassCastException | ArithmeticException mismatch) {
            throw new IllegalArgumentException(
                    value + " (" + ClassNames.of(value) + ") does not fit a column of " + type, mismatch);
        }
    }

    /// Takes back the rows from `rows` on, those too that were added in part.
    void truncate(long rows) {
        switch (layout) {
            case NONE -> {}
            case BIT -> values.truncateBits(rows);
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL ->
                values.truncate(rows * layout.byteWidth());
            case VARIABLE -> {
                bytes.truncate(values.longAt(rows));
                values.truncate((rows + 1) * Long.BYTES);
            }
            case LIST -> {
                children.getFirst().truncate(values.longAt(rows));
                values.truncate((rows + 1) * Long.BYTES);
            }
            case STRUCT -> children.forEach(child -> child.truncate(rows));
            case DICTIONARY -> throw new AssertionError("no builder has a dictionary type");
        }
        validity.truncateBits(rows);
        length = rows;
    }

    private void appendObject(Object value) {
        switch (type) {
            case DataType.NullType(), DataType.DictionaryType _ -> throw refused(value);
            case DataType.BoolType() -> appendBool((Boolean) value);
            case DataType.FloatType floating -> appendDouble(UnboxedValues.number(floating, (Number) value));
            case DataType.DecimalType decimal -> appendUnscaled(UnboxedValues.unscaled(decimal, (Number) value));
            case DataType.IntervalType() -> appendInterval((Interval) value);
            case DataType.StringType() -> appendBytes(((String) value).getBytes(StandardCharsets.UTF_8));
            case DataType.BinaryType() -> appendBytes((byte[]) value);
            case DataType.ListType _ -> appendList((List<?>) value);
            case DataType.StructType(List<Field> fields) -> appendStruct(fields, (Map<?, ?>) value);
            case DataType.IntType _, DataType.DateType _, DataType.TimeType _ ->
                appendLong(UnboxedValues.count(type, value));
            case DataType.TimestampType _, DataType.DurationType _, DataType.CategoryType _ ->
                appendLong(UnboxedValues.count(type, value));
        }
    }

    private void appendUnscaled(BigInteger unscaled) {
        if (layout != Layout.INT128) {
            appendLong(unscaled.longValueExact());
            return;
        }
        values.appendLong(unscaled.longValue());
        values.appendLong(Int128.highWord(unscaled));
        validity.appendBit(length++, true);
    }

    private void appendInterval(Interval interval) {
        values.appendInt(interval.months());
        values.appendInt(interval.days());
        values.appendLong(interval.nanos());
        validity.appendBit(length++, true);
    }

    private void appendBytes(byte[] value) {
        appendBytes(MemorySegment.ofArray(value), 0, value.length);
    }

    private void appendList(List<?> elements) {
        elements.forEach(children.getFirst()::append);
        values.appendLong(children.getFirst().length());
        validity.appendBit(length++, true);
    }

    /// A field that the value lacks is null; one that the type lacks would be lost.
    private void appendStruct(List<Field> fields, Map<?, ?> value) {
        int found = 0;
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.get(i).name();
            children.get(i).append(value.get(name));
            found += value.containsKey(name) ? 1 : 0;
        }
        if (found < value.size()) {
            throw new IllegalArgumentException(value + " has other fields than a column of " + type);
        }
        validity.appendBit(length++, true);
    }

    /// Makes the column; the builder cannot be used afterwards.
    public Column build() {
        Column column = assemble();
        close();
        return column;
    }

    private Column assemble() {
        if (layout == Layout.NONE) {
            return new NullColumn(length, pool);
        }
        // The one step that may fail for want of memory comes first: children of nulls allocate.
        List<Column> parts = buildAll(children);
        Validity valid = Validity.of(validity.build(Validity.byteSize(length)), length);
        return switch (layout) {
            case BIT -> new BoolColumn(length, values.build(Validity.byteSize(length)), valid);
            case VARIABLE ->
                new VarColumn(
                        type, Offsets.fitting(values.build(values.size()), length), bytes.build(bytes.size()), valid);
            case LIST -> new ListColumn(Offsets.fitting(values.build(values.size()), length), parts.getFirst(), valid);
            case STRUCT -> new StructColumn((DataType.StructType) type, parts, valid);
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL ->
                new FixedColumn(type, length, values.build(values.size()), valid);
            case NONE, DICTIONARY -> throw new AssertionError(layout);
        };
    }

    /// Builds all or, if one fails, none.
    static List<Column> buildAll(List<ColumnBuilder> builders) {
        List<Column> columns = new ArrayList<>(builders.size());
        try {
            builders.forEach(builder -> columns.add(builder.build()));
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    /// Gives back the memory that no column has taken over.
    @Override
    public void close() {
        values.close();
        bytes.close();
        validity.close();
        children.forEach(ColumnBuilder::close);
    }

    private IllegalArgumentException refused(Object value) {
        return new IllegalArgumentException("a column of " + type + " does not take " + value);
    }
}
