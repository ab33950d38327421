package dev.sheaf.groupby.cuda.device;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Columns of fixed width, or of bools, on the device, to which rows are added: partial groups of one
/// stride behind those of the others. Grows to twice its size, so that all growing costs one copy. Use
/// inside [dev.sheaf.cuda.driver.Device#call].
public final class RowStack implements AutoCloseable {
    private static final Specialization KERNEL = Specialization.of(KernelFile.APPEND_BITS);
    private static final long LEAST_ROWS = 1 << 12;
    private static final String PURPOSE = "partial groups";

    private final DeviceRun run;
    private final List<Stacked> columns = new ArrayList<>();
    private long rows;
    private long capacity;

    public RowStack(DeviceRun run) {
        this.run = run;
    }

    /// One column; `bits` are its validity, which is null until some rows come with one.
    private static final class Stacked {
        private final DataType type;
        private Buffer values;
        private @Nullable Buffer bits;

        Stacked(DataType type, Buffer values) {
            this.type = type;
            this.values = values;
        }

        /// Bytes of so many values; of bools, of whole words.
        public long bytes(long rows) {
            return isBits() ? bitBytes(rows) : rows * CudaType.of(type).byteWidth();
        }

        boolean isBits() {
            return type.equals(DataType.BOOL);
        }

        public void close() {
            values.close();
            if (bits != null) {
                bits.close();
            }
        }
    }

    /// How many rows there are.
    public long rows() {
        return rows;
    }

    /// Bytes of a row, at least.
    public long rowBytes() {
        return columns.stream().mapToLong(column -> column.bytes(1)).sum();
    }

    /// Adds rows in columns of the same types each time; they stay open.
    public void add(List<DeviceColumn> more, long count) {
        reserve(more, rows + count);
        for (int i = 0; i < more.size(); i++) {
            DeviceColumn source = more.get(i);
            Stacked target = columns.get(i);
            if (target.isBits()) {
                append(source.values().address(), target.values, rows, count);
            } else {
                run.stream().copy(source.values(), 0, target.values, target.bytes(rows), target.bytes(count));
            }
            if (source.validity() != null && target.bits == null) {
                target.bits = run.filled(bitBytes(capacity), 0, PURPOSE);
                append(0, target.bits, 0, rows);
            }
            if (target.bits != null) {
                append(source.validityAddress(), target.bits, rows, count);
            }
        }
        rows += count;
    }

    private void append(long source, Buffer bits, long first, long count) {
        run.each(KERNEL, "append_bits", (count + 31) / 32, source, count, bits.address(), first);
    }

    private static long bitBytes(long rows) {
        return (rows + 63) / 64 * Long.BYTES;
    }

    private void reserve(List<DeviceColumn> like, long wanted) {
        if (columns.isEmpty()) {
            capacity = Math.max(wanted, LEAST_ROWS);
            for (DeviceColumn column : like) {
                columns.add(new Stacked(column.type(), values(column.type(), capacity)));
            }
        }
        if (wanted > capacity) {
            grow(Math.max(wanted, 2 * capacity));
        }
    }

    /// Room for values; bits are 0, since they are only ever set.
    private Buffer values(DataType type, long room) {
        return type.equals(DataType.BOOL)
                ? run.filled(bitBytes(room), 0, PURPOSE)
                : run.allocate(room * CudaType.of(type).byteWidth(), PURPOSE);
    }

    private void grow(long larger) {
        for (Stacked column : columns) {
            Buffer values = values(column.type, larger);
            run.stream().copy(column.values, 0, values, 0, column.bytes(rows));
            column.values.close();
            column.values = values;
            Buffer bits = column.bits;
            if (bits != null) {
                Buffer more = run.filled(bitBytes(larger), 0, PURPOSE);
                run.stream().copy(bits, 0, more, 0, bitBytes(rows));
                bits.close();
                column.bits = more;
            }
        }
        capacity = larger;
    }

    /// All rows as a table with columns `c0`, `c1`, ..., which sees them as long as nothing is added; to be
    /// closed by the caller.
    public DeviceTable table() {
        List<Field> fields = new ArrayList<>();
        List<DeviceColumn> all = new ArrayList<>();
        for (Stacked column : columns) {
            fields.add(new Field("c" + fields.size(), column.type));
            Buffer bits = column.bits == null ? null : column.bits.slice(0, bitBytes(rows));
            all.add(new DeviceColumn(column.type, rows, column.values.slice(0, column.bytes(rows)), bits, 0));
        }
        return new DeviceTable(new Schema(fields), all, rows);
    }

    /// Forgets all rows, but not the memory.
    public void clear() {
        rows = 0;
        for (Stacked column : columns) {
            if (column.isBits()) {
                run.stream().fill(column.values, 0, column.values.byteSize(), (byte) 0);
            }
            if (column.bits != null) {
                column.bits.close();
                column.bits = null;
            }
        }
    }

    @Override
    public void close() {
        columns.forEach(Stacked::close);
        columns.clear();
    }
}
