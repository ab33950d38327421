package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A column of values of a fixed number of whole bytes: numbers, decimals, dates and times.
///
/// Row `r` lies at byte `r * width` of [#segment()], little endian. Loops over rows see a chunk of them as numbers of
/// their width ([#longs] and its like).
public final class FixedColumn implements Column {
    private final DataType type;
    private final long length;
    private final Buffer values;
    private final Validity validity;
    private final MemorySegment segment;
    private boolean closed;

    /// Takes over the buffer and the validity.
    ///
    /// @throws IllegalArgumentException if the type has no fixed width, or the buffer is too small for `length`
    ///     rows
    public FixedColumn(DataType type, long length, Buffer values, Validity validity) {
        int width = type.layout().byteWidth();
        if (width == 0) {
            throw new IllegalArgumentException(type + " has no fixed width");
        }
        if (values.byteSize() < length * width || validity.length() != length) {
            throw new IllegalArgumentException(
                    "a column of " + length + " rows of " + type + " needs " + length * width + " bytes and " + length
                            + " validity bits, not " + values.byteSize() + " and " + validity.length());
        }
        this.type = type;
        this.length = length;
        this.values = values;
        this.validity = validity;
        this.segment = values.segment();
    }

    @Override
    public DataType type() {
        return type;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public Validity validity() {
        checkOpen();
        return validity;
    }

    /// The buffer of the values; row 0 is at its start.
    public Buffer values() {
        checkOpen();
        return values;
    }

    /// The bytes of the values; row 0 is at their start.
    public MemorySegment segment() {
        checkOpen();
        return segment;
    }

    /// The values, of 8 bits, of `count` rows from row `from` on.
    public ByteBuffer bytes(long from, long count) {
        return Views.bytes(segment(), from, count);
    }

    /// The values, of 16 bits, of `count` rows from row `from` on.
    public ShortBuffer shorts(long from, long count) {
        return Views.shorts(segment(), from, count);
    }

    /// The values, of 32 bits, of `count` rows from row `from` on.
    public IntBuffer ints(long from, long count) {
        return Views.ints(segment(), from, count);
    }

    /// The values, of 64 bits, of `count` rows from row `from` on.
    public LongBuffer longs(long from, long count) {
        return Views.longs(segment(), from, count);
    }

    /// The float32 values of `count` rows from row `from` on.
    public FloatBuffer floats(long from, long count) {
        return Views.floats(segment(), from, count);
    }

    /// The float64 values of `count` rows from row `from` on.
    public DoubleBuffer doubles(long from, long count) {
        return Views.doubles(segment(), from, count);
    }

    @Override
    public FixedColumn slice(long start, long rows) {
        checkOpen();
        int width = type.layout().byteWidth();
        Objects.checkFromIndexSize(start, rows, length);
        return new FixedColumn(type, rows, values.slice(start * width, rows * width), validity.slice(start, rows));
    }

    /// The same bytes under another type of the same layout (a date as int32, say), to be closed on its own.
    ///
    /// @throws IllegalArgumentException if the layout is another
    public FixedColumn as(DataType other) {
        checkOpen();
        if (other.layout() != type.layout()) {
            throw new IllegalArgumentException(type + " and " + other + " do not lie alike in memory");
        }
        return new FixedColumn(other, length, values.retain(), validity.slice(0, length));
    }

    @Override
    public @Nullable Object get(long row) {
        Objects.checkIndex(row, length());
        return isNull(row) ? null : BoxedValues.of(type, segment(), row);
    }

    @Override
    public void close() {
        closed = true;
        values.close();
        validity.close();
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.column(type, length);
        }
    }
}
