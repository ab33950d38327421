package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;

/// The grouped order of the rows of a table on a device, found by [RowGrouping].
///
/// @param keys a row a group
/// @param rows a list a group of the numbers of its rows, int32
/// @param first the first of them of each group, int32
/// @param groups the group of each row of the table, int32; null for rows in none
public record GroupedRows(DeviceTable keys, DeviceColumn rows, DeviceColumn first, DeviceColumn groups)
        implements AutoCloseable {
    @Override
    public void close() {
        keys.close();
        rows.close();
        first.close();
        groups.close();
    }
}
