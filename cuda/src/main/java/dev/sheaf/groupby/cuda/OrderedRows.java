package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.groupby.cuda.runs.KeyOrder;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Rows of a table on a device, brought into an order there: results of groups, lists among them. Use inside
/// [dev.sheaf.cuda.driver.Device#call]; each call waits for the rows.
///
/// Cost: a random read of each column.
record OrderedRows(OpenDevice device, MemoryPool pool, Stream stream) {

    /// Some columns in the rising order of a column of numbers from 0 to `most`, 32 bits; to be closed by the caller.
    ///
    /// @throws IllegalStateException if texts come to more than 2 GiB
    DeviceTable by(DeviceTable table, DeviceColumn numbers, long most, List<String> columns) {
        try (GroupRowsSort sort = new GroupRowsSort(run(), Math.toIntExact(table.rowCount()))) {
            sort.by(numbers.values(), CudaType.U32, KeyRange.to(most));
            return gathered(table, sort.order(), columns);
        }
    }

    /// All columns in the rising order of some keys, which are ordered on the host; to be closed by the caller.
    ///
    /// @throws IllegalStateException if texts come to more than 2 GiB
    DeviceTable byKeys(DeviceTable table, List<String> keys) {
        try (DeviceTable ofKeys = table.select(keys);
                Buffer order = KeyOrder.rising(ofKeys, run())) {
            return gathered(table, order, table.schema().names());
        }
    }

    /// The table with the number of each row behind its columns; to be closed by the caller.
    DeviceTable numbered(DeviceTable table, String name) {
        try (GroupRowsSort inOrder = new GroupRowsSort(run(), Math.toIntExact(table.rowCount()))) {
            DeviceColumn numbers = new DeviceColumn(
                    DataType.INT32, table.rowCount(), inOrder.order().retain(), null, 0);
            return table.with(List.of(name), List.of(numbers));
        }
    }

    private DeviceRun run() {
        return new DeviceRun(device.kernels(), pool, stream);
    }

    private DeviceTable gathered(DeviceTable table, Buffer order, List<String> columns) {
        try (DeviceTable wanted = table.select(columns)) {
            DeviceTable gathered = new RowOperators(run(), device.store())
                    .gathered(wanted, order, table.rowCount())
                    .orElseThrow(() -> new IllegalStateException("texts come to more than the 2 GiB of a column"));
            stream.synchronize();
            return gathered;
        }
    }
}
