package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillableBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Columns at home on a device, whose buffers may leave it while nobody works on them. A buffer that two tables
/// share stays until one of them is closed.
final class KeptTable implements AutoCloseable {
    private static final String PURPOSE = "tables on a GPU";

    private final Schema schema;
    private final List<KeptColumn> columns = new ArrayList<>();
    private final long rowCount;
    private final long byteSize;

    /// As [DeviceColumn], of buffers that move.
    private record KeptColumn(
            DataType type,
            long length,
            SpillableBuffer values,
            @Nullable SpillableBuffer validity,
            long firstBit,
            @Nullable SpillableBuffer offsets,
            @Nullable KeptColumn dictionary)
            implements AutoCloseable {

        DeviceColumn pin() {
            try (Closer closer = new Closer()) {
                DeviceColumn pinned = new DeviceColumn(
                        type,
                        length,
                        closer.add(values.pin()),
                        validity == null ? null : closer.add(validity.pin()),
                        firstBit,
                        offsets == null ? null : closer.add(offsets.pin()),
                        dictionary == null ? null : closer.add(dictionary.pin()));
                closer.release();
                return pinned;
            }
        }

        @Override
        public void close() {
            values.close();
            if (validity != null) {
                validity.close();
            }
            if (offsets != null) {
                offsets.close();
            }
            if (dictionary != null) {
                dictionary.close();
            }
        }
    }

    /// Takes over a table, also if it fails.
    KeptTable(Device device, DeviceTable table, MemoryPool pool) {
        schema = table.schema();
        rowCount = table.rowCount();
        byteSize = table.byteSize();
        try (Closer closer = new Closer()) {
            closer.add(table);
            Keeper keeper = new Keeper(SpillManager.of(pool), new GpuTier(device));
            for (DeviceColumn column : table.columns()) {
                columns.add(keeper.keep(column, closer));
            }
            closer.release();
        }
    }

    /// Gives buffers to the store.
    private record Keeper(SpillManager store, GpuTier tier) {
        KeptColumn keep(DeviceColumn column, Closer closer) {
            return new KeptColumn(
                    column.type(),
                    column.length(),
                    keep(column.values(), closer),
                    column.validity() == null ? null : keep(column.validity(), closer),
                    column.firstBit(),
                    column.offsets() == null ? null : keep(column.offsets(), closer),
                    column.dictionary() == null ? null : keep(column.dictionary(), closer));
        }

        private SpillableBuffer keep(Buffer bytes, Closer closer) {
            return closer.add(store.keep(tier, bytes, PURPOSE));
        }
    }

    Schema schema() {
        return schema;
    }

    long rowCount() {
        return rowCount;
    }

    /// Bytes that it takes where it lies.
    long byteSize() {
        return byteSize;
    }

    /// Some of the columns on the device, where they stay until the result is closed.
    DeviceTable pin(List<String> names) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> pinned = new ArrayList<>();
            for (String name : names) {
                pinned.add(closer.add(columns.get(schema.indexOf(name)).pin()));
            }
            DeviceTable table = new DeviceTable(schema.select(names), pinned, rowCount);
            closer.release();
            return table;
        }
    }

    @Override
    public void close() {
        columns.forEach(KeptColumn::close);
    }
}
