package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Bytes of the texts that a node makes, written one after another, and columns of the lists and structs that it
/// makes; both are thrown away with the next chunk. Grows from the pool of the evaluation.
public final class TextArena implements AutoCloseable {
    private static final long FIRST_BYTES = 16 << 10;
    private static final String PURPOSE = "text expressions";

    private @Nullable MemoryPool pool;
    private @Nullable Buffer buffer;
    private MemorySegment segment = MemorySegment.NULL;
    private long size;
    private final List<Column> columns = new ArrayList<>();

    /// Takes its memory from `pool` until it is closed.
    public void open(MemoryPool source) {
        pool = source;
        size = 0;
    }

    /// Forgets all bytes and closes the columns.
    public void clear() {
        size = 0;
        columns.forEach(Column::close);
        columns.clear();
    }

    /// Keeps a column open until the next chunk, or until this is closed.
    public Column keep(Column column) {
        columns.add(column);
        return column;
    }

    /// The pool of the evaluation.
    public MemoryPool pool() {
        return java.util.Objects.requireNonNull(pool);
    }

    public long size() {
        return size;
    }

    /// The bytes written so far; another segment after the arena has grown.
    public MemorySegment segment() {
        return segment;
    }

    /// Tells a vector that its texts are what was written here.
    public void publish(Vector.Texts texts) {
        texts.bytes(segment, 0, size);
    }

    /// Copies bytes and returns where they start.
    public long append(MemorySegment source, long offset, long count) {
        long start = reserve(count);
        ByteRuns.copy(source, offset, count, segment, start, segment.byteSize());
        return start;
    }

    /// Copies bytes and returns where they start.
    public long append(byte[] source, int count) {
        long start = reserve(count);
        MemorySegment.copy(source, 0, segment, ValueLayout.JAVA_BYTE, start, count);
        return start;
    }

    /// Makes room for `count` bytes and returns where they start.
    public long reserve(long count) {
        long start = size;
        long end = start + count;
        if (buffer == null || end > buffer.byteSize()) {
            grow(end);
        }
        size = end;
        return start;
    }

    /// Gives back the bytes from `end` on.
    public void cut(long end) {
        size = end;
    }

    private void grow(long end) {
        Buffer larger = java.util.Objects.requireNonNull(pool).allocate(Math.max(FIRST_BYTES, 2 * end), PURPOSE);
        MemorySegment.copy(segment, 0, larger.segment(), 0, size);
        if (buffer != null) {
            buffer.close();
        }
        buffer = larger;
        segment = larger.segment();
    }

    @Override
    public void close() {
        clear();
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
        segment = MemorySegment.NULL;
        pool = null;
    }
}
