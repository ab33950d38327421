package dev.sheaf.groupby.cuda.device;

import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
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

    /// A table of one column, which it takes over.
    public static DeviceTable of(String name, DeviceColumn column) {
        return new DeviceTable(Schema.of(new Field(name, column.type())), List.of(column), column.length());
    }

    /// The same table again, to be closed on its own.
    public DeviceTable retain() {
        return new DeviceTable(schema, DeviceColumn.retained(columns), rowCount);
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

    /// The same with columns behind its own, which are taken over; to be closed on its own.
    public DeviceTable with(List<String> names, List<DeviceColumn> more) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> all = new ArrayList<>();
            closer.addAll(more);
            columns.forEach(column -> all.add(closer.add(column.retain())));
            all.addAll(more);
            List<Field> fields = new ArrayList<>(schema.fields());
            for (int i = 0; i < more.size(); i++) {
                fields.add(new Field(names.get(i), more.get(i).type()));
            }
            DeviceTable both = new DeviceTable(new Schema(fields), all, rowCount);
            closer.release();
            return both;
        }
    }

    /// Bytes of device memory that it takes.
    public long byteSize() {
        long bytes = 0;
        for (DeviceColumn column : columns) {
            bytes += column.byteSize();
        }
        return bytes;
    }

    @Override
    public void close() {
        columns.forEach(DeviceColumn::close);
    }
}
