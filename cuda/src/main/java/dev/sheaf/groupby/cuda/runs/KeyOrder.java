package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.order.Sorting;
import java.util.Collections;

/// The order of keys of groups on a device, found on the host.
public final class KeyOrder {
    private KeyOrder() {}

    /// The numbers of the rows, int32, as [dev.sheaf.groupby.Order#SORTED] wants them, to be closed by the caller.
    ///
    /// Cost: the keys are downloaded and sorted, and the numbers are uploaded.
    public static Buffer rising(DeviceTable keys, DeviceRun run) {
        try (Table host = new ColumnDownload(run.accounts(), run.stream()).download(keys);
                Buffer order = Sorting.argsort(
                        host.columns(),
                        Collections.nCopies(host.columnCount(), SortDirection.ASCENDING),
                        host.rowCount(),
                        run.accounts())) {
            return run.small(order.segment().asSlice(0, host.rowCount() * Integer.BYTES), "order of keys");
        }
    }
}
