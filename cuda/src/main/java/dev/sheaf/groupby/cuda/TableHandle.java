package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.function.Function;

/// A table on a device, for those who work on it.
///
/// @param pin gives columns on the device, where they stay until that is closed
record TableHandle(OpenDevice device, Schema schema, long rowCount, Function<List<String>, DeviceTable> pin) {

    /// Some of its columns.
    TableHandle only(List<String> columns) {
        return new TableHandle(device, schema.select(columns), rowCount, pin);
    }

    /// The table on the device, where it stays until the result is closed.
    DeviceTable pinned() {
        return pin.apply(schema.names());
    }

    /// The table on the host, to be closed by the caller. Waits for the stream.
    Table downloaded(MemoryPool memory, Stream stream) {
        return device.device().call(() -> {
            try (DeviceTable held = pinned()) {
                return new ColumnDownload(memory, stream).download(held);
            }
        });
    }
}
