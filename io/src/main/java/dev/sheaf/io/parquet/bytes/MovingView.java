package dev.sheaf.io.parquet.bytes;

import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;

/// A view of memory that may have more bytes than one view can: it moves to where bytes are asked for. As a rule it
/// has all of them and stays.
public final class MovingView {
    private final long most;
    private MemorySegment memory;
    private ByteBuffer bytes;
    private long start;
    private long end;

    /// A view of as many bytes as one can have.
    public MovingView(MemorySegment memory) {
        this(memory, Views.MAX_BYTES);
    }

    /// A view of at most `most` bytes.
    public MovingView(MemorySegment memory, long most) {
        this.most = most;
        this.memory = memory;
        this.end = Math.min(most, memory.byteSize());
        this.bytes = Views.bytes(memory, 0, end);
    }

    /// A view of other memory, such as a larger copy of this one's.
    public MovingView of(MemorySegment other) {
        return other.equals(memory) ? this : new MovingView(other, most);
    }

    /// Makes `size` bytes from byte `from` of the memory on visible, and returns where the first of them lies in
    /// [#bytes()].
    ///
    /// @throws IndexOutOfBoundsException if the memory does not have them, or they are more than one view has
    public int seek(long from, long size) {
        if (from < start || from + size > end) {
            move(from, size);
        }
        return (int) (from - start);
    }

    private void move(long from, long size) {
        Objects.checkFromIndexSize(from, size, memory.byteSize());
        Objects.checkIndex(size, most + 1);
        start = from;
        end = Math.min(from + most, memory.byteSize());
        bytes = Views.bytes(memory, start, end - start);
    }

    /// What is visible; another view after a [#seek] that moved.
    public ByteBuffer bytes() {
        return bytes;
    }
}
