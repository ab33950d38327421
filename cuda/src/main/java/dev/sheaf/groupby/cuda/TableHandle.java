package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.MemoryPool;
import java.util.function.Supplier;

/// A table on a device, for those who work on it.
///
/// @param pin gives the table on the device, where it stays until that is closed
record TableHandle(OpenDevice device, Schema schema, long rowCount, Supplier<DeviceTable> pin) {

    /// The table on the device, where it stays until the result is closed.
    DeviceTable pinned() {
        return pin.get();
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
