package dev.sheaf.groupby.cuda.device;

import dev.sheaf.column.Schema;
import java.util.List;

/// Columns of equal length in the memory of one device, under a schema. A column of a field of type T has type
/// T or is a dictionary of T. Closing it closes its columns.
public record DeviceTable(Schema schema, List<DeviceColumn> columns, long rowCount) implements AutoCloseable {
    public DeviceTable {
        columns = List.copyOf(columns);
        if (schema.size() != columns.size()) {
            throw new IllegalArgumentException(
                    columns.size() + " columns for the " + schema.size() + " fields " + schema);
        }
    }

    /// The same table again, to be closed on its own.
    public DeviceTable retain() {
        return new DeviceTable(
                schema, columns.stream().map(DeviceColumn::retain).toList(), rowCount);
    }

    /// Some of the columns in the order given, to be closed on their own.
    ///
    /// @throws IllegalArgumentException if there is no such column
    public DeviceTable select(List<String> names) {
        Schema selected = schema.select(names);
        List<DeviceColumn> some = names.stream()
                .map(name -> columns.get(schema.indexOf(name)).retain())
                .toList();
        return new DeviceTable(selected, some, rowCount);
    }

    /// Bytes of device memory that it takes.
    public long byteSize() {
        return columns.stream().mapToLong(DeviceColumn::byteSize).sum();
    }

    @Override
    public void close() {
        columns.forEach(DeviceColumn::close);
    }
}
