package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Exposure;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.resident.CudaArray;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicInteger;

/// Makes a table of arrays that somebody else owns. Use inside [Device#call].
final class GpuArrays {
    /// Where an array may begin: no load of a kernel, of up to four rows, then goes over the end of a page.
    private static final long ALIGNMENT = 64;

    private static final String PURPOSE = "borrowed arrays";

    /// Bytes of others count for nobody, and never move.
    static final MemoryPool ACCOUNTS = accounts();

    private final Device device;
    private final Runnable release;
    /// Buffers that are open, and one more until the table is there.
    private final AtomicInteger open = new AtomicInteger(1);

    private boolean isMade;

    GpuArrays(Device device, Runnable release) {
        this.device = device;
        this.release = release;
    }

    private static MemoryPool accounts() {
        MemoryPool pool = MemoryPool.withLimits(Long.MAX_VALUE, Long.MAX_VALUE);
        SpillManager.attach(pool, SpillOptions.DEFAULT.enabled(false));
        return pool;
    }

    /// The table of some columns, to be closed by the caller.
    DeviceTable table(SequencedMap<String, CudaArray> arrays) {
        long rows = arrays.values().stream()
                .flatMap(array -> array.shape().stream())
                .findFirst()
                .orElse(0L);
        try (Closer closer = new Closer()) {
            List<Field> fields = new ArrayList<>();
            List<DeviceColumn> columns = new ArrayList<>();
            for (Map.Entry<String, CudaArray> entry : arrays.entrySet()) {
                DeviceColumn column = named(entry.getKey(), entry.getValue(), rows, closer);
                fields.add(new Field(entry.getKey(), column.type(), column.validity() != null));
                columns.add(column);
            }
            DeviceTable table = new DeviceTable(new Schema(fields), columns, rows);
            closer.release();
            return table;
        }
    }

    /// The owner is told once all buffers are closed.
    void isMade() {
        isMade = true;
        closeOne();
    }

    private void closeOne() {
        if (open.decrementAndGet() == 0 && isMade) {
            release.run();
        }
    }

    private DeviceColumn named(String name, CudaArray array, long rows, Closer closer) {
        try {
            return column(array, rows, closer);
        } catch (IllegalArgumentException refusal) {
            throw new IllegalArgumentException("array \"" + name + "\": " + refusal.getMessage(), refusal);
        }
    }

    private DeviceColumn column(CudaArray array, long rows, Closer closer) {
        DataType type = array.type()
                .orElseThrow(() -> new IllegalArgumentException("columns have no values of type \"" + array.typestr()
                        + "\", but those of numbers, timestamps and durations in the order of bytes of this machine"));
        int width = type.layout().byteWidth();
        CudaArray mask = array.mask();
        Buffer values = closer.add(borrowed(array, rows, width, rows * width));
        Buffer valid = mask == null ? null : closer.add(bits(mask, rows));
        return new DeviceColumn(type, rows, values, valid, 0);
    }

    private Buffer bits(CudaArray mask, long rows) {
        if (!mask.typestr().equals(CudaArray.BITS) && !mask.typestr().equals("|t1")) {
            throw new IllegalArgumentException("a mask is a bitmap, \"" + CudaArray.BITS + "\", not \"" + mask.typestr()
                    + "\"; pack it into bits");
        }
        // Kernels read the words of 32 rows.
        return borrowed(mask, rows, 1, (rows + Integer.SIZE - 1) / Integer.SIZE * Integer.BYTES);
    }

    private Buffer borrowed(CudaArray array, long rows, int width, long bytes) {
        checkShape(array, rows, width);
        checkPlace(array.pointer(), bytes);
        array.stream().ifPresent(device::synchronize);
        Buffer buffer = device.memory().borrow(ACCOUNTS, array.pointer(), bytes, PURPOSE, this::closeOne);
        open.incrementAndGet();
        Exposure.of(buffer);
        return buffer;
    }

    private static void checkShape(CudaArray array, long rows, int width) {
        if (length(array) != rows) {
            throw new IllegalArgumentException(length(array) + " elements beside " + rows + " of the first array");
        }
        if (array.strides() != null && rows > 1 && !array.strides().equals(List.of((long) width))) {
            throw new IllegalArgumentException("elements lie " + array.strides().getFirst() + " bytes apart, not "
                    + width + "; copy them together");
        }
    }

    private static long length(CudaArray array) {
        if (array.shape().size() != 1) {
            throw new IllegalArgumentException("a column has one dimension, not the shape " + array.shape());
        }
        return array.shape().getFirst();
    }

    private void checkPlace(long pointer, long bytes) {
        if (bytes == 0) {
            return;
        }
        if (pointer % ALIGNMENT != 0) {
            throw new IllegalArgumentException("its address " + hex(pointer) + " is no multiple of " + ALIGNMENT
                    + "; copy it to memory of its own");
        }
        OptionalInt ordinal = device.memory().ordinalOf(pointer);
        if (ordinal.isEmpty()) {
            throw new IllegalArgumentException("there is no memory of a GPU at " + hex(pointer));
        }
        if (ordinal.getAsInt() != device.info().ordinal()) {
            throw new IllegalArgumentException("it lies on GPU " + ordinal.getAsInt() + ", not on GPU "
                    + device.info().ordinal());
        }
    }

    private static String hex(long pointer) {
        return "0x" + Long.toHexString(pointer);
    }
}
