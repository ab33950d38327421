package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Columns of equal length in the memory of one device, under a schema. A column of a field of type T has type
/// T or is a dictionary of T. Closing it closes its columns.
record DeviceTable(Schema schema, List<DeviceColumn> columns, long rowCount) implements AutoCloseable {
    DeviceTable {
        columns = List.copyOf(columns);
        if (schema.size() != columns.size()) {
            throw new IllegalArgumentException(
                    columns.size() + " columns for the " + schema.size() + " fields " + schema);
        }
    }

    /// Copies a table to the device, in stream order; `table` has to stay open until `staging` is closed. Call
    /// inside [dev.sheaf.cuda.driver.Device#call].
    ///
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    /// @throws dev.sheaf.memory.MemoryLimitException if the device limit of the accounts would be passed
    static DeviceTable upload(Table table, Staging staging) {
        List<DeviceColumn> columns = new ArrayList<>();
        try {
            for (Column column : table.columns()) {
                columns.add(DeviceColumn.upload(column, staging));
            }
            return new DeviceTable(table.schema(), columns, table.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(DeviceColumn::close);
            throw failure;
        }
    }

    /// Copies the table to the host and waits for it; the result is the caller's. Call inside
    /// [dev.sheaf.cuda.driver.Device#call].
    Table download(MemoryPool pool, Stream stream) {
        ColumnDownload download = new ColumnDownload(pool, stream);
        List<Column> host = new ArrayList<>();
        try {
            for (DeviceColumn column : columns) {
                host.add(download.download(column));
            }
            return new Table(schema, host, rowCount);
        } catch (RuntimeException | Error failure) {
            host.forEach(Column::close);
            throw failure;
        }
    }

    /// The same table again, to be closed on its own.
    DeviceTable retain() {
        return new DeviceTable(
                schema, columns.stream().map(DeviceColumn::retain).toList(), rowCount);
    }

    /// Some of the columns in the order given, to be closed on their own.
    ///
    /// @throws IllegalArgumentException if there is no such column
    DeviceTable select(List<String> names) {
        Schema selected = schema.select(names);
        List<DeviceColumn> some = names.stream()
                .map(name -> columns.get(schema.indexOf(name)).retain())
                .toList();
        return new DeviceTable(selected, some, rowCount);
    }

    /// Bytes of device memory that it takes.
    long byteSize() {
        return columns.stream().mapToLong(DeviceColumn::byteSize).sum();
    }

    @Override
    public void close() {
        columns.forEach(DeviceColumn::close);
    }
}
