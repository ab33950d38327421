package dev.sheaf.io.arrow.c;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// A struct ArrowArray of another library, as long as that is not released.
public final class ArrayView {
    /// No machine that Java runs on has smaller pages.
    private static final long PAGE_BYTES = 4096;

    static final long BYTES = 80;
    static final long NULL_COUNT = 8;
    static final long OFFSET = 16;
    static final long BUFFER_COUNT = 24;
    static final long CHILD_COUNT = 32;
    static final long BUFFERS = 40;
    static final long CHILDREN = 48;
    static final long DICTIONARY = 56;
    static final long RELEASE = 64;
    static final long PRIVATE = 72;

    private final MemorySegment struct;

    ArrayView(MemorySegment struct) {
        this.struct = struct;
        if (length() < 0 || offset() < 0) {
            throw new IllegalArgumentException("an array has " + length() + " values from value " + offset() + " on");
        }
    }

    /// How many values it has.
    public long length() {
        return Structs.number(struct, 0);
    }

    /// How many are null, or -1 if that was not counted.
    public long nullCount() {
        return Structs.number(struct, NULL_COUNT);
    }

    /// The first of its values in its buffers.
    public long offset() {
        return Structs.number(struct, OFFSET);
    }

    /// How many children it has.
    public long childCount() {
        return Structs.number(struct, CHILD_COUNT);
    }

    /// The first bytes of a buffer, which has as many if the other library keeps to the interface. Empty if `bytes` is.
    ///
    /// @throws IllegalArgumentException if there is no such buffer
    public MemorySegment buffer(int index, long bytes) {
        if (bytes == 0) {
            return MemorySegment.NULL;
        }
        if (!hasBuffer(index)) {
            throw new IllegalArgumentException(
                    "buffer " + index + " of an array of " + length() + " values is missing");
        }
        return Structs.at(address(index), bytes);
    }

    /// Bytes of a buffer with `padding` more that may be read and mean nothing, read-only; null if such a read
    /// could leave the last page of the bytes, behind which there may be no memory, or if they do not begin on
    /// a multiple of eight. They are there as long as the array is held.
    ///
    /// @throws IllegalArgumentException if there is no such buffer
    public @Nullable MemorySegment padded(int index, long start, long bytes, long padding) {
        MemorySegment whole = buffer(index, start + bytes).asSlice(start);
        long last = whole.address() + bytes - 1;
        boolean isReadable = bytes > 0 && last / PAGE_BYTES == (last + padding) / PAGE_BYTES;
        return isReadable && whole.address() % Long.BYTES == 0
                ? Structs.at(whole.address(), bytes + padding).asReadOnly()
                : null;
    }

    /// Whether a buffer is there.
    public boolean hasBuffer(int index) {
        return index < Structs.number(struct, BUFFER_COUNT) && address(index) != 0;
    }

    private long address(int index) {
        long count = Structs.number(struct, BUFFER_COUNT);
        return Structs.pointed(struct, BUFFERS, count * Long.BYTES).getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    /// A child.
    ///
    /// @throws IllegalArgumentException if there is none
    public ArrayView child(int index) {
        if (index >= childCount()) {
            throw new IllegalArgumentException("an array has " + childCount() + " children where its type has more");
        }
        return new ArrayView(Structs.element(struct, CHILDREN, index, childCount(), BYTES));
    }

    /// The values that indices stand for.
    ///
    /// @throws IllegalArgumentException if there are none
    public ArrayView dictionary() {
        return new ArrayView(Structs.pointed(struct, DICTIONARY, BYTES));
    }
}
