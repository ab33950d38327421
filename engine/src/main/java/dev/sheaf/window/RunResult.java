package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Bytes;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Results of fixed width while they are computed, run by run, each written where its row is in the table. Every row of
/// a run is set, most of them to a value: a byte says which rows have none, since threads may share a word of bits, and
/// there are such bytes only from the first of these rows on.
final class RunResult implements AutoCloseable {
    /// One of each byte of a long.
    private static final long ONES = 0x0101_0101_0101_0101L;

    /// Times this, the lowest bits of eight bytes are side by side in the highest byte.
    private static final long GATHER = 0x0102_0408_1020_4080L;

    private final DataType type;
    private final Runs runs;
    private final Ints rows;
    private final Buffer values;
    private final Longs value;
    private @Nullable Buffer absent;
    private volatile @Nullable Bytes absentFlags;

    RunResult(DataType type, Runs runs) {
        this.type = type;
        this.runs = runs;
        this.rows = runs.rows();
        this.values =
                runs.pool().allocate((long) runs.tableRows() * type.layout().byteWidth(), Runs.PURPOSE);
        this.value = Longs.of(values.segment());
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
        Bytes flags = absent();
        Objects.requireNonNull(absent).segment().fill((byte) 1);
        runs.forEachRows((_, _, from, to) -> {
            for (int i = from; i < to; i++) {
                flags.put(rows.get(i), (byte) 0);
            }
        });
    }

    void set(int row, long number) {
        value.put(rows.get(row), number);
    }

    void set(int row, double number) {
        set(row, Double.doubleToRawLongBits(number));
    }

    void set(int row, long high, long low) {
        long at = 2L * rows.get(row);
        value.put(at, low);
        value.put(at + 1, high);
    }

    void setNull(int row) {
        absent().put(rows.get(row), (byte) 1);
    }

    private Bytes absent() {
        Bytes made = absentFlags;
        return made == null ? makeAbsent() : made;
    }

    private synchronized Bytes makeAbsent() {
        Bytes made = absentFlags;
        if (made == null) {
            absent = runs.pool().allocateZeroed(runs.tableRows() + (long) Long.BYTES, Runs.PURPOSE);
            made = Bytes.of(absent.segment());
            absentFlags = made;
        }
        return made;
    }

    /// The values, in the order of the table.
    synchronized Column column() {
        int size = runs.tableRows();
        if (absent == null) {
            return new FixedColumn(type, size, values.retain(), Validity.allValid(size));
        }
        MemorySegment flags = absent.segment();
        try (Closer closer = new Closer()) {
            Buffer bits = closer.add(runs.pool().allocateZeroed(Validity.byteSize(size) + Long.BYTES, Runs.PURPOSE));
            pack(flags, bits.segment(), size);
            closer.release();
            return new FixedColumn(type, size, values.retain(), Validity.of(bits, size));
        }
    }

    private void pack(MemorySegment flags, MemorySegment out, int size) {
        runs.tasks().forEach(Math.ceilDiv(size, Runs.STRETCH_ROWS), stretch -> {
            int from = stretch * Runs.STRETCH_ROWS;
            int rows = Math.min(size - from, Runs.STRETCH_ROWS);
            pack(
                    Views.bytes(flags, from, rows + (long) Long.BYTES),
                    rows,
                    Views.bytes(out, from >>> 3, (rows + 7) >>> 3));
        });
    }

    private static void pack(ByteBuffer flags, int rows, ByteBuffer bits) {
        for (int row = 0; row < rows; row += Byte.SIZE) {
            long present = ByteRuns.lowWord(flags, row) ^ ONES;
            int left = Math.min(Byte.SIZE, rows - row);
            bits.put(row >>> 3, (byte) (((present * GATHER) >>> 56) & ((1 << left) - 1)));
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
