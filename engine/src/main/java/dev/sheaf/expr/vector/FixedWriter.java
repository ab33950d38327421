package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/// Collects values of a fixed number of bytes.
final class FixedWriter implements ColumnWriter {
    private final DataType type;
    private final long rows;
    private final int width;
    private final Buffer values;
    private final Buffer validity;
    private final MemorySegment target;
    private final LongBuffer valid;
    private boolean finished;

    FixedWriter(DataType type, long rows, MemoryPool pool) {
        this.type = type;
        this.rows = rows;
        this.width = type.layout().byteWidth();
        Buffer[] buffers = Allocation.all(pool, rows * width, Validity.byteSize(rows));
        this.values = buffers[0];
        this.validity = buffers[1];
        this.target = values.segment();
        this.valid = Views.longs(validity.segment());
    }

    @Override
    public void accept(Chunk chunk, Vector vector) {
        ColumnWriter.store(vector.valid(), chunk, valid);
        long at = chunk.start();
        int count = chunk.rows();
        switch (vector) {
            case Vector.Longs longs -> store(longs.values(), at, count);
            case Vector.Doubles doubles -> store(doubles.values(), at, count);
            case Vector.Wides wides -> store(wides, Views.longs(target, 2 * at, 2L * count), count);
            case Vector.Intervals intervals ->
                store(intervals, Views.bytes(target, at * width, (long) count * width), count);
            case Vector.Bits _, Vector.Texts _, Vector.Nested _ -> throw new AssertionError(type);
        }
    }

    private void store(long[] source, long at, int count) {
        switch (width) {
            case 1 -> bytes(source, Views.bytes(target, at, count), count);
            case 2 -> shorts(source, Views.shorts(target, at, count), count);
            case 4 -> ints(source, Views.ints(target, at, count), count);
            default -> Views.longs(target, at, count).put(0, source, 0, count);
        }
    }

    private static void bytes(long[] source, ByteBuffer out, int count) {
        for (int row = 0; row < count; row++) {
            out.put(row, (byte) source[row]);
        }
    }

    private static void shorts(long[] source, ShortBuffer out, int count) {
        for (int row = 0; row < count; row++) {
            out.put(row, (short) source[row]);
        }
    }

    private static void ints(long[] source, IntBuffer out, int count) {
        for (int row = 0; row < count; row++) {
            out.put(row, (int) source[row]);
        }
    }

    private void store(double[] source, long at, int count) {
        if (width == Double.BYTES) {
            Views.doubles(target, at, count).put(0, source, 0, count);
        } else {
            floats(source, Views.floats(target, at, count), count);
        }
    }

    private static void floats(double[] source, FloatBuffer out, int count) {
        for (int row = 0; row < count; row++) {
            out.put(row, (float) source[row]);
        }
    }

    private static void store(Vector.Wides source, LongBuffer out, int count) {
        for (int row = 0; row < count; row++) {
            out.put(2 * row, source.low()[row]);
            out.put(2 * row + 1, source.high()[row]);
        }
    }

    private static void store(Vector.Intervals source, ByteBuffer out, int count) {
        for (int row = 0; row < count; row++) {
            out.putInt(16 * row, source.months()[row]);
            out.putInt(16 * row + 4, source.days()[row]);
            out.putLong(16 * row + 8, source.nanos()[row]);
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
