package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A view of some bytes of a [BufferOwner]. Closing the view releases the owner when it was the last one.
///
/// Views on host memory start at the alignment of their slice (the start of an owner is 64-byte aligned) and
/// may be read, not relied on, for at least [#READABLE_PADDING] bytes past their size, so that loops can load
/// whole words at the end.
public final class Buffer implements AutoCloseable {
    /// Bytes past the end of a host view that may be read (their contents mean nothing).
    public static final int READABLE_PADDING = 8;

    private final BufferOwner owner;
    private final long offset;
    private final long byteSize;
    private final AtomicBoolean open = new AtomicBoolean(true);
    private boolean closed;
    private @Nullable MemorySegment segment;

    /// Takes over one view that the owner already counts.
    Buffer(BufferOwner owner, long offset, long byteSize) {
        this.owner = owner;
        this.offset = offset;
        this.byteSize = byteSize;
    }

    /// The size of the view in bytes, without padding.
    public long byteSize() {
        return byteSize;
    }

    /// The owner of the bytes.
    public BufferOwner owner() {
        return owner;
    }

    /// The bytes of this view with their readable padding; valid while this view is open. Cheap enough for a
    /// loop over rows: the same segment each time.
    ///
    /// @throws IllegalStateException if the view is closed or its bytes are not host memory
    public MemorySegment segment() {
        checkOpen();
        MemorySegment present = segment;
        if (present == null) {
            present = cut();
            segment = present;
        }
        return present;
    }

    private MemorySegment cut() {
        long readable = Math.min(owner.capacityBytes() - offset, byteSize + SizeClasses.MIN_BYTES);
        return owner.segment().asSlice(offset, readable);
    }

    /// The address of the first byte in the address space of [BufferOwner#location()].
    public long address() {
        checkOpen();
        return owner.address() + offset;
    }

    /// A view of `size` bytes from `start` on, that has to be closed on its own.
    ///
    /// @throws IndexOutOfBoundsException if the range is not inside this view
    public Buffer slice(long start, long size) {
        Objects.checkFromIndexSize(start, size, byteSize);
        checkOpen();
        owner.retain();
        return new Buffer(owner, offset + start, size);
    }

    /// A second view of the same bytes, that has to be closed on its own.
    public Buffer retain() {
        return slice(0, byteSize);
    }

    /// Notes that these bytes are lost, too, when `holder` is lost without being closed.
    public void heldBy(Holder holder) {
        owner.heldBy(holder);
    }

    /// Whether [#close()] has not been called yet.
    public boolean isOpen() {
        return open.get();
    }

    /// Releases the view; a second call does nothing.
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            closed = true;
            owner.release();
        }
    }

    /// A plain flag, which a loop reads once: whoever closes a view that another thread reads is wrong anyway.
    /// Compilers have little to do for it, and it is in every loop.
    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("buffer \"" + owner.purpose() + "\" is closed");
        }
    }
}
