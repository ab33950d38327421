package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Results of fixed width while they are computed, run by run, each written where its row is in the table. A byte says
/// whether a row has one, since threads may share a word of bits; where every row gets one there are no such bytes.
final class RunResult implements AutoCloseable {
    private final DataType type;
    private final Runs runs;
    private final MemorySegment rows;
    private final Buffer values;
    private final Buffer flags;
    private final MemorySegment value;
    private final MemorySegment flag;
    private final boolean nullable;

    /// Results, some of which may be null; if not `nullable`, every row of a run gets one.
    RunResult(DataType type, boolean nullable, Runs runs) {
        this.type = type;
        this.runs = runs;
        this.rows = runs.rows();
        this.nullable = nullable || runs.rowCount() < runs.tableRows();
        this.values =
                runs.pool().allocate((long) runs.tableRows() * type.layout().byteWidth(), Runs.PURPOSE);
        try {
            this.flags = runs.pool().allocateZeroed(this.nullable ? runs.tableRows() : 0, Runs.PURPOSE);
        } catch (RuntimeException | Error failure) {
            values.close();
            throw failure;
        }
        this.value = values.segment();
        this.flag = flags.segment();
    }

    void set(int row, long number) {
        int place = Runs.get(rows, row);
        value.set(ValueLayout.JAVA_LONG, (long) place << 3, number);
        flag(place);
    }

    void set(int row, double number) {
        set(row, Double.doubleToRawLongBits(number));
    }

    void set(int row, long high, long low) {
        int place = Runs.get(rows, row);
        value.set(ValueLayout.JAVA_LONG, (long) place << 4, low);
        value.set(ValueLayout.JAVA_LONG, ((long) place << 4) + Long.BYTES, high);
        flag(place);
    }

    private void flag(int place) {
        if (nullable) {
            flag.set(ValueLayout.JAVA_BYTE, place, (byte) 1);
        }
    }

    /// The rows that were set, the others null, in the order of the table.
    Column column() {
        int size = runs.tableRows();
        if (!nullable) {
            return new FixedColumn(type, size, values.retain(), Validity.allValid(size));
        }
        Buffer bits = runs.pool().allocateZeroed(Validity.byteSize(size) + Long.BYTES, Runs.PURPOSE);
        MemorySegment out = bits.segment();
        runs.tasks().forEach(Math.ceilDiv(size, Runs.STRETCH_ROWS), stretch -> {
            int from = stretch * Runs.STRETCH_ROWS;
            pack(from, (int) Math.min(size, from + (long) Runs.STRETCH_ROWS), out);
        });
        return new FixedColumn(type, size, values.retain(), Validity.of(bits, size));
    }

    private void pack(int from, int to, MemorySegment bits) {
        for (int row = from; row < to; row += Byte.SIZE) {
            int packed = 0;
            for (int i = 0; i < Math.min(Byte.SIZE, to - row); i++) {
                packed |= flag.get(ValueLayout.JAVA_BYTE, row + i) << i;
            }
            bits.set(ValueLayout.JAVA_BYTE, row >>> 3, (byte) packed);
        }
    }

    @Override
    public void close() {
        values.close();
        flags.close();
    }
}
