package dev.sheaf.column;

import dev.sheaf.column.copy.Starts;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Objects;

/// Where each row of a [VarColumn] or [ListColumn] starts: rows + 1 rising positions, int32, or int64 when they
/// do not fit.
///
/// Row `r` covers `[start(r), start(r + 1))`. The first position need not be 0: a slice shares the bytes of the
/// whole.
public final class Offsets implements AutoCloseable {
    private final Buffer buffer;
    private final MemorySegment segment;
    private final Starts starts;
    private final boolean wide;
    private final long length;
    private boolean closed;

    /// Takes over a buffer of `length + 1` positions of 8 bytes if `wide`, else of 4.
    ///
    /// @throws IllegalArgumentException if the buffer is smaller
    public Offsets(Buffer buffer, boolean wide, long length) {
        if (buffer.byteSize() < (length + 1) * (wide ? Long.BYTES : Integer.BYTES)) {
            throw new IllegalArgumentException(
                    length + " rows need " + (length + 1) + " offsets; " + buffer.byteSize() + " bytes are too few");
        }
        this.buffer = buffer;
        this.segment = buffer.segment();
        this.starts = Starts.of(segment, wide);
        this.wide = wide;
        this.length = length;
    }

    /// Takes over `length + 1` rising int64 positions that nobody else sees. They become int32 where they lie if the
    /// last one fits, as nearly all do: loops over texts and lists are then compiled for one width alone.
    public static Offsets fitting(Buffer positions, long length) {
        MemorySegment segment = positions.segment();
        if (segment.get(ValueLayout.JAVA_LONG, length * Long.BYTES) > Integer.MAX_VALUE) {
            return new Offsets(positions, true, length);
        }
        try (positions) {
            Starts.narrow(segment, length + 1);
            return new Offsets(positions.slice(0, (length + 1) * Integer.BYTES), false, length);
        }
    }

    /// Where row `row` starts; `start(length)` is where the last row ends.
    public long start(long row) {
        checkOpen();
        return starts.get(row);
    }

    /// The size of row `row`.
    public long size(long row) {
        return start(row + 1) - start(row);
    }

    /// Whether positions are int64.
    public boolean wide() {
        return wide;
    }

    /// The number of rows.
    public long length() {
        return length;
    }

    /// The positions, for loops that read them in any order.
    public Starts starts() {
        checkOpen();
        return starts;
    }

    /// The positions themselves, for loops that have looked at [#wide()].
    public MemorySegment segment() {
        checkOpen();
        return segment;
    }

    /// Where `rows` rows from row `from` on start, and where the last of them ends, if positions are int32.
    public IntBuffer ints(long from, long rows) {
        return Views.ints(segment(), from, rows + 1);
    }

    /// The same if positions are int64, [#wide()].
    public LongBuffer longs(long from, long rows) {
        return Views.longs(segment(), from, rows + 1);
    }

    /// The buffer of the positions.
    public Buffer buffer() {
        checkOpen();
        return buffer;
    }

    Offsets slice(long start, long rows) {
        checkOpen();
        Objects.checkFromIndexSize(start, rows, length);
        long width = wide ? Long.BYTES : Integer.BYTES;
        return new Offsets(buffer.slice(start * width, (rows + 1) * width), wide, rows);
    }

    @Override
    public void close() {
        closed = true;
        buffer.close();
    }

    private void checkOpen() {
        if (closed) {
            throw Closed.part("offsets", length);
        }
    }
}
