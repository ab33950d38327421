package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceCopies;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.resident.CudaArray;
import dev.sheaf.resident.ExposedArray;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillableBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Columns at home on a device, whose buffers may leave it while nobody works on them. A buffer that two tables
/// share stays until one of them is closed.
final class KeptTable implements AutoCloseable {
    private static final String PURPOSE = "tables on a GPU";

    /// Of bytes that are no other table's and that nothing works on: that of the store, and that of who looks.
    private static final int OWN_VIEWS = 2;

    private final Schema schema;
    private final List<KeptColumn> columns = new ArrayList<>();
    private final long rowCount;
    private final long byteSize;
    private final MemoryPool pool;
    private final Keeper keeper;

    /// As [DeviceColumn], of buffers that move.
    private record KeptColumn(
            DataType type,
            long length,
            SpillableBuffer values,
            @Nullable SpillableBuffer validity,
            long firstBit,
            @Nullable SpillableBuffer offsets,
            @Nullable KeptColumn child)
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
                        child == null ? null : closer.add(child.pin()));
                closer.release();
                return pinned;
            }
        }

        /// The column with other values and validity.
        KeptColumn with(SpillableBuffer ownValues, @Nullable SpillableBuffer ownValidity) {
            return new KeptColumn(type, length, ownValues, ownValidity, firstBit, offsets, child);
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
            if (child != null) {
                child.close();
            }
        }
    }

    /// Takes over a table, also if it fails.
    KeptTable(Device device, DeviceTable table, MemoryPool pool) {
        schema = table.schema();
        rowCount = table.rowCount();
        byteSize = table.byteSize();
        this.pool = pool;
        keeper = new Keeper(SpillManager.of(pool), new GpuTier(device));
        try (Closer closer = new Closer()) {
            closer.add(table);
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
                    column.child() == null ? null : keep(column.child(), closer));
        }

        private SpillableBuffer keep(Buffer bytes, Closer closer) {
            return closer.add(store.keep(tier, bytes, PURPOSE));
        }

        /// Bytes that nobody else has a view of, or whose address was handed out before.
        SpillableBuffer alone(SpillableBuffer kept, DeviceCopies copies, Closer closer) {
            try (Buffer here = kept.pin()) {
                return here.owner().isExposed() || here.owner().viewCount() == OWN_VIEWS
                        ? kept
                        : keep(copies.of(here), closer);
            }
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

    /// Where memory of the table is accounted.
    MemoryPool pool() {
        return pool;
    }

    /// As [dev.sheaf.resident.ResidentTable#expose]; waits for the copies.
    ///
    /// Nothing pins the columns meanwhile. Whoever did before has a view, so the bytes are copied; whoever does
    /// later finds them exposed, and copies them rather than share them.
    synchronized ExposedArray expose(String name, DeviceCopies copies) {
        int at = schema.indexOf(name);
        KeptColumn before = columns.get(at);
        String typestr = CudaArray.typestr(before.type())
                .orElseThrow(() -> new IllegalArgumentException("arrays hold no values of type " + before.type()
                        + ", which \"" + name + "\" has; those of numbers, timestamps and durations"));
        assert before.firstBit() == 0 : "bits of a kept column begin at bit " + before.firstBit();
        KeptColumn own = alone(before, copies);
        columns.set(at, own);
        return new ExposedColumn(own.length(), own.values(), own.validity()).array(typestr);
    }

    private KeptColumn alone(KeptColumn column, DeviceCopies copies) {
        try (Closer closer = new Closer()) {
            SpillableBuffer values = keeper.alone(column.values(), copies, closer);
            SpillableBuffer validity =
                    column.validity() == null ? null : keeper.alone(column.validity(), copies, closer);
            copies.run().stream().synchronize();
            closer.release();
            closeUnless(values, column.values());
            closeUnless(validity, column.validity());
            return column.with(values, validity);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the buffer, not its contents
    private static void closeUnless(@Nullable SpillableBuffer next, @Nullable SpillableBuffer before) {
        if (before != null && next != before) {
            before.close();
        }
    }

    /// Some of the columns on the device, where they stay until the result is closed.
    synchronized DeviceTable pin(List<String> names) {
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
    public synchronized void close() {
        columns.forEach(KeptColumn::close);
    }
}
