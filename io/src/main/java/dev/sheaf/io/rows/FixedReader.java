package dev.sheaf.io.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Set;

/// Reads values of 4 or 8 bytes. Spaces around a value are passed over.
abstract sealed class FixedReader extends FieldReader permits IntegerReader, DoubleReader, DateReader, TimestampReader {
    /// Set by [#bits] where the text is no value.
    boolean failed;

    FixedReader(DataType type, Set<String> nullTexts) {
        super(type, nullTexts);
    }

    /// The value of a text without spaces around it; its low bytes count; sets [#failed] if it is none.
    abstract long bits(byte[] bytes, int from, int to);

    @Override
    public final boolean accepts(byte[] bytes, int from, int to) {
        failed = false;
        trimmedBits(bytes, from, to);
        return !failed;
    }

    private long trimmedBits(byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && bytes[start] == ' ') {
            start++;
        }
        while (end > start && bytes[end - 1] == ' ') {
            end--;
        }
        return bits(bytes, start, end);
    }

    @Override
    public final Column read(Chunk chunk, Fields fields, int column, MemoryPool pool, Misfits misfits) {
        int rows = fields.rowCount();
        int width = type().layout().byteWidth();
        Buffer values = pool.allocate((long) rows * width, "column of a text file");
        ColumnBits valid = null;
        try {
            valid = new ColumnBits(rows, pool, "validity of a text file");
            if (width == Long.BYTES) {
                readLongs(chunk, fields, column, Views.longs(values.segment()), valid, misfits);
            } else {
                readInts(chunk, fields, column, Views.ints(values.segment()), valid, misfits);
            }
            return new FixedColumn(type(), rows, values, valid.finishValidity());
        } catch (RuntimeException | Error failure) {
            values.close();
            if (valid != null) {
                valid.discard();
            }
            throw failure;
        }
    }

    private void readLongs(
            Chunk chunk, Fields fields, int column, LongBuffer values, ColumnBits valid, Misfits misfits) {
        for (int row = 0; row < fields.rowCount(); row++) {
            boolean present = !isNull(chunk, fields, row, column);
            valid.add(present);
            values.put(row, present ? value(chunk, fields, row, column, misfits) : 0);
        }
    }

    private void readInts(Chunk chunk, Fields fields, int column, IntBuffer values, ColumnBits valid, Misfits misfits) {
        for (int row = 0; row < fields.rowCount(); row++) {
            boolean present = !isNull(chunk, fields, row, column);
            valid.add(present);
            values.put(row, present ? (int) value(chunk, fields, row, column, misfits) : 0);
        }
    }

    private long value(Chunk chunk, Fields fields, int row, int column, Misfits misfits) {
        failed = false;
        int from = fields.start(row, column);
        int to = fields.end(row, column);
        long value = trimmedBits(chunk.bytes(), from, to);
        if (failed) {
            misfits.misfit(row, problem(chunk.bytes(), from, to));
        }
        return value;
    }
}
