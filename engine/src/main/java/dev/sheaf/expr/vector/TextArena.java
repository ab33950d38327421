package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
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
    private ByteBuffer bytes = Views.bytes(MemorySegment.NULL);
    private int size;
    private int room;
    private int mostBytes;
    private final List<Column> columns = new ArrayList<>();

    /// Takes its memory from `source` until it is closed, for so many bytes a chunk at most.
    public void open(MemoryPool source, int most) {
        pool = source;
        mostBytes = most;
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

    public int size() {
        return size;
    }

    /// The bytes written so far; another view after the arena has grown.
    public ByteBuffer bytes() {
        return bytes;
    }

    /// Tells a vector that its texts are what was written here.
    public void publish(Vector.Texts texts) {
        texts.bytes(bytes, 0, size);
    }

    /// Copies bytes and returns where they start.
    ///
    /// @throws TooManyBytes as [#reserve]
    public int append(ByteBuffer source, int offset, int count) {
        int start = reserve(count);
        ByteRuns.copy(source, offset, count, bytes, start, bytes.limit());
        return start;
    }

    /// Copies bytes and returns where they start.
    ///
    /// @throws TooManyBytes as [#reserve]
    public int append(byte[] source, int count) {
        int start = reserve(count);
        bytes.put(start, source, 0, count);
        return start;
    }

    /// Makes room for `count` bytes and returns where they start.
    ///
    /// @throws TooManyBytes if the texts of the chunk would have more bytes than one view may have
    public int reserve(long count) {
        int start = size;
        long end = start + count;
        if (end > room) {
            grow(end);
        }
        size = (int) end;
        return start;
    }

    /// Gives back the bytes from `end` on.
    public void cut(int end) {
        size = end;
    }

    private void grow(long end) {
        if (end > mostBytes) {
            throw new TooManyBytes();
        }
        Buffer larger = pool().allocate(Math.clamp(2 * end, Math.min(FIRST_BYTES, mostBytes), mostBytes), PURPOSE);
        ByteBuffer next = Views.bytes(larger.segment());
        next.put(0, bytes, 0, size);
        if (buffer != null) {
            buffer.close();
        }
        buffer = larger;
        bytes = next;
        room = (int) larger.byteSize();
    }

    @Override
    public void close() {
        clear();
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
        bytes = Views.bytes(MemorySegment.NULL);
        room = 0;
        pool = null;
    }
}
