package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Results of fixed width while they are computed, run by run, each written where its row is in the table. Every row of
/// a run is set, most of them to a value: a byte says which rows have none, since threads may share a word of bits, and
/// there are such bytes only from the first of these rows on.
final class RunResult implements AutoCloseable {
    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// One of each byte of a long.
    private static final long ONES = 0x0101_0101_0101_0101L;

    /// Times this, the lowest bits of eight bytes are side by side in the highest byte.
    private static final long GATHER = 0x0102_0408_1020_4080L;

    private final DataType type;
    private final Runs runs;
    private final MemorySegment rows;
    private final Buffer values;
    private final MemorySegment value;
    private @Nullable Buffer absent;
    private volatile @Nullable MemorySegment absentFlags;

    RunResult(DataType type, Runs runs) {
        this.type = type;
        this.runs = runs;
        this.rows = runs.rows();
        this.values =
                runs.pool().allocate((long) runs.tableRows() * type.layout().byteWidth(), Runs.PURPOSE);
        this.value = values.segment();
        try {
            if (runs.rowCount() < runs.tableRows()) {
                leaveOut();
            }
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /// Notes that rows in no run have no value.
    private void leaveOut() {
        MemorySegment flags = absent();
        flags.fill((byte) 1);
        runs.forEachRows((_, _, from, to) -> {
            for (int i = from; i < to; i++) {
                flags.set(ValueLayout.JAVA_BYTE, Runs.get(rows, i), (byte) 0);
            }
        });
    }

    void set(int row, long number) {
        value.set(ValueLayout.JAVA_LONG, (long) Runs.get(rows, row) << 3, number);
    }

    void set(int row, double number) {
        set(row, Double.doubleToRawLongBits(number));
    }

    void set(int row, long high, long low) {
        long at = (long) Runs.get(rows, row) << 4;
        value.set(ValueLayout.JAVA_LONG, at, low);
        value.set(ValueLayout.JAVA_LONG, at + Long.BYTES, high);
    }

    void setNull(int row) {
        absent().set(ValueLayout.JAVA_BYTE, Runs.get(rows, row), (byte) 1);
    }

    private MemorySegment absent() {
        MemorySegment made = absentFlags;
        return made == null ? makeAbsent() : made;
    }

    private synchronized MemorySegment makeAbsent() {
        MemorySegment made = absentFlags;
        if (made == null) {
            absent = runs.pool().allocateZeroed(runs.tableRows() + (long) Long.BYTES, Runs.PURPOSE);
            made = absent.segment();
            absentFlags = made;
        }
        return made;
    }

    /// The values, in the order of the table.
    Column column() {
        int size = runs.tableRows();
        MemorySegment flags = absentFlags;
        if (flags == null) {
            return new FixedColumn(type, size, values.retain(), Validity.allValid(size));
        }
        Buffer bits = runs.pool().allocateZeroed(Validity.byteSize(size) + Long.BYTES, Runs.PURPOSE);
        MemorySegment out = bits.segment();
        runs.tasks().forEach(Math.ceilDiv(size, Runs.STRETCH_ROWS), stretch -> {
            int from = stretch * Runs.STRETCH_ROWS;
            pack(flags, from, (int) Math.min(size, from + (long) Runs.STRETCH_ROWS), out);
        });
        return new FixedColumn(type, size, values.retain(), Validity.of(bits, size));
    }

    private static void pack(MemorySegment flags, int from, int to, MemorySegment bits) {
        for (int row = from; row < to; row += Byte.SIZE) {
            long present = flags.get(LE_LONG, row) ^ ONES;
            int left = Math.min(Byte.SIZE, to - row);
            bits.set(ValueLayout.JAVA_BYTE, row >>> 3, (byte) (((present * GATHER) >>> 56) & ((1 << left) - 1)));
        }
    }

    @Override
    public synchronized void close() {
        values.close();
        if (absent != null) {
            absent.close();
        }
    }
}
