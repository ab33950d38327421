package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import java.util.List;

/// A column on the device that host columns are appended to. The columns have to stay open until what was sent of
/// them is done with, see [Staging].
public sealed interface ColumnSink extends AutoCloseable permits FixedSink, BoolSink, TextSink, CodeSink {

    /// Appends rows; those before have to be a multiple of 64.
    ///
    /// @throws IllegalArgumentException if the column would have more than 2 GiB of text
    void append(RowParts parts);

    /// Whether rows can be appended without more than 2 GiB of text.
    boolean hasRoom(RowParts parts);

    /// The column of all rows, which is the caller's. Nothing may be appended any more.
    DeviceColumn finish();

    @Override
    void close();

    /// A sink for columns like `first`, of codes if it has a dictionary.
    ///
    /// @param capacityRows how many rows to make room for at first
    /// @throws IllegalArgumentException for types that no device column can have
    static ColumnSink like(Column first, Staging staging, long capacityRows) {
        if (!DeviceColumn.canHold(first.type())) {
            throw new IllegalArgumentException("a GPU holds no column of type " + first.type());
        }
        return first instanceof DictionaryColumn codes
                ? new CodeSink(codes, staging, capacityRows)
                : of(first.type(), staging, capacityRows);
    }

    /// A sink for plain columns.
    static ColumnSink of(DataType type, Staging staging, long capacityRows) {
        return of(type, new ValidityUpload(staging, capacityRows, true), staging, capacityRows);
    }

    /// A sink for plain columns, of values alone.
    static ColumnSink ofValues(DataType type, Staging staging, long capacityRows) {
        return of(type, new ValidityUpload(staging, capacityRows, false), staging, capacityRows);
    }

    private static ColumnSink of(DataType type, ValidityUpload validity, Staging staging, long capacityRows) {
        return switch (type.layout()) {
            case BIT -> new BoolSink(validity, staging, capacityRows);
            case VARIABLE -> new TextSink(type, validity, staging, capacityRows);
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL ->
                new FixedSink(type, validity, staging, capacityRows);
            case NONE, LIST, STRUCT, DICTIONARY ->
                throw new IllegalArgumentException("a GPU holds no column of type " + type);
        };
    }

    /// The bytes of text in a column.
    static long textBytes(Column column) {
        return column instanceof VarColumn text
                ? text.offsets().start(text.length()) - text.offsets().start(0)
                : 0;
    }

    /// As [#append(RowParts)].
    default void append(List<Column> columns) {
        append(new RowParts(columns));
    }
}
