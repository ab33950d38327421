package dev.sheaf.column.grow;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import org.jspecify.annotations.Nullable;

/// Memory of a column that whoever writes to it first allocates. Others that want it wait; fresh memory
/// takes 0.5 s per GiB to fault in, so threads had better begin with different columns. Thread-safe.
public final class LateBuffer implements AutoCloseable {
    public static final String PURPOSE = "appended rows";

    private final long byteSize;
    private final MemoryPool pool;
    private @Nullable Buffer buffer;

    public LateBuffer(long byteSize, MemoryPool pool) {
        this.byteSize = byteSize;
        this.pool = pool;
    }

    public long byteSize() {
        return byteSize;
    }

    /// The memory, which stays this object's.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if it has to be allocated and the limit would be passed
    public synchronized Buffer buffer() {
        Buffer made = buffer;
        if (made == null) {
            made = pool.allocate(byteSize, PURPOSE);
            buffer = made;
        }
        return made;
    }

    @Override
    public synchronized void close() {
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
    }
}
