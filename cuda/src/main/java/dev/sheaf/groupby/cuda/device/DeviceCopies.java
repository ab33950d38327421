package dev.sheaf.groupby.cuda.device;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies of bytes that somebody else may write, since their address was handed out. Use inside
/// [dev.sheaf.cuda.driver.Device#call].
public record DeviceCopies(DeviceRun run) {
    /// What kernels may read behind a column.
    private static final int READABLE_BYTES = 16;

    /// The same bytes once more, to be closed by the caller.
    public Buffer of(Buffer bytes) {
        try (Buffer whole =
                run.allocate(bytes.byteSize() + READABLE_BYTES, bytes.owner().purpose())) {
            run.stream().copy(bytes, 0, whole, 0, bytes.byteSize());
            return whole.slice(0, bytes.byteSize());
        }
    }

    /// A table with copies of the exposed bytes of another one, and with its other bytes, to be closed on its own.
    public DeviceTable ofExposed(DeviceTable table) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> columns = new ArrayList<>();
            table.columns().forEach(column -> columns.add(ofExposed(column, closer)));
            closer.release();
            return new DeviceTable(table.schema(), columns, table.rowCount());
        }
    }

    private DeviceColumn ofExposed(DeviceColumn column, Closer closer) {
        return new DeviceColumn(
                column.type(),
                column.length(),
                closer.add(ofExposed(column.values())),
                ofExposed(column.validity(), closer),
                column.firstBit(),
                ofExposed(column.offsets(), closer),
                column.child() == null ? null : ofExposed(column.child(), closer));
    }

    private @Nullable Buffer ofExposed(@Nullable Buffer bytes, Closer closer) {
        return bytes == null ? null : closer.add(ofExposed(bytes));
    }

    private Buffer ofExposed(Buffer bytes) {
        return bytes.owner().isExposed() ? of(bytes) : bytes.retain();
    }
}
