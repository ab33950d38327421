package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Collects values of a fixed number of bytes.
final class FixedWriter implements ColumnWriter {
    private final DataType type;
    private final long rows;
    private final int width;
    private final Buffer values;
    private final Buffer validity;
    private final MemorySegment target;
    private boolean finished;

    FixedWriter(DataType type, long rows, MemoryPool pool) {
        this.type = type;
        this.rows = rows;
        this.width = type.layout().byteWidth();
        Buffer[] buffers = Allocation.all(pool, rows * width, Validity.byteSize(rows));
        this.values = buffers[0];
        this.validity = buffers[1];
        this.target = values.segment();
    }

    @Override
    public void accept(Chunk chunk, Vector vector) {
        ColumnWriter.store(vector.valid(), chunk, validity.segment());
        long at = chunk.start() * width;
        switch (vector) {
            case Vector.Longs longs -> store(longs.values(), at, chunk.rows());
            case Vector.Doubles doubles -> store(doubles.values(), at, chunk.rows());
            case Vector.Wides wides -> store(wides, at, chunk.rows());
            case Vector.Intervals intervals -> store(intervals, at, chunk.rows());
            case Vector.Bits _, Vector.Texts _, Vector.Nested _ -> throw new AssertionError(type);
        }
    }

    private void store(long[] source, long at, int count) {
        switch (width) {
            case 1 -> bytes(source, at, count);
            case 2 -> shorts(source, at, count);
            case 4 -> ints(source, at, count);
            default -> MemorySegment.copy(source, 0, target, ValueLayout.JAVA_LONG, at, count);
        }
    }

    private void bytes(long[] source, long at, int count) {
        for (int row = 0; row < count; row++) {
            target.set(ValueLayout.JAVA_BYTE, at + row, (byte) source[row]);
        }
    }

    private void shorts(long[] source, long at, int count) {
        for (int row = 0; row < count; row++) {
            target.set(ValueLayout.JAVA_SHORT, at + 2L * row, (short) source[row]);
        }
    }

    private void ints(long[] source, long at, int count) {
        for (int row = 0; row < count; row++) {
            target.set(ValueLayout.JAVA_INT, at + 4L * row, (int) source[row]);
        }
    }

    private void store(double[] source, long at, int count) {
        if (width == 8) {
            MemorySegment.copy(source, 0, target, ValueLayout.JAVA_DOUBLE, at, count);
            return;
        }
        for (int row = 0; row < count; row++) {
            target.set(ValueLayout.JAVA_FLOAT, at + 4L * row, (float) source[row]);
        }
    }

    private void store(Vector.Wides source, long at, int count) {
        for (int row = 0; row < count; row++) {
            target.set(ValueLayout.JAVA_LONG, at + 16L * row, source.low()[row]);
            target.set(ValueLayout.JAVA_LONG, at + 16L * row + 8, source.high()[row]);
        }
    }

    private void store(Vector.Intervals source, long at, int count) {
        for (int row = 0; row < count; row++) {
            target.set(ValueLayout.JAVA_INT, at + 16L * row, source.months()[row]);
            target.set(ValueLayout.JAVA_INT, at + 16L * row + 4, source.days()[row]);
            target.set(ValueLayout.JAVA_LONG, at + 16L * row + 8, source.nanos()[row]);
        }
    }

    @Override
    public Column finish() {
        finished = true;
        return new FixedColumn(type, rows, values, Validity.of(validity, rows));
    }

    @Override
    public void close() {
        if (!finished) {
            values.close();
            validity.close();
        }
    }
}
