package dev.sheaf.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/// Segments as buffers of `java.nio`, for loops over rows.
///
/// Compiled for good, a plain loop takes about as long over a buffer as over a segment; one with branches between many
/// accesses may take twice as long. Until then it takes a tenth of the time: one access is three short methods instead
/// of fifteen behind a method handle, which the first compiler makes ten times the code of, with a counter in each. So
/// loops go over arrays where their values are copied anyhow, and
/// over views where they read or write memory of the pool in place.
///
/// A view has the byte order of the machine and at most [#MAX_BYTES]. It is as valid as its segment: making one costs a
/// few objects, so it is made once a chunk or when memory grows, never in a loop. Only methods with an index are used;
/// the position of a view belongs to nobody, so several threads may share it.
public final class Views {
    /// So many bytes one view can have, as the JDK has it.
    public static final long MAX_BYTES = Integer.MAX_VALUE - 8;

    private Views() {}

    /// All bytes of a segment.
    ///
    /// @throws IllegalArgumentException if the segment has more than [#MAX_BYTES]
    public static ByteBuffer bytes(MemorySegment segment) {
        if (segment.byteSize() > MAX_BYTES) {
            throw new IllegalArgumentException(segment.byteSize() + " bytes are too many for one view");
        }
        return segment.asByteBuffer().order(ByteOrder.nativeOrder());
    }

    /// A copy of bytes, such as those of a constant, with [READABLE_PADDING][ByteRuns#READABLE_PADDING]. The collector
    /// frees it.
    public static ByteBuffer copyOf(byte[] source) {
        MemorySegment copy = Arena.ofAuto().allocate(source.length + (long) ByteRuns.READABLE_PADDING);
        MemorySegment.copy(source, 0, copy, ValueLayout.JAVA_BYTE, 0, source.length);
        return bytes(copy);
    }

    /// `size` bytes from byte `from` on.
    ///
    /// @throws IndexOutOfBoundsException if they are not inside the segment
    public static ByteBuffer bytes(MemorySegment segment, long from, long size) {
        return bytes(segment.asSlice(from, size));
    }

    /// The whole numbers of 16 bits that fill a segment; what is left behind the last is not seen.
    public static ShortBuffer shorts(MemorySegment segment) {
        return bytes(segment).asShortBuffer();
    }

    /// The numbers `from` to `from + count` of those of 16 bits.
    public static ShortBuffer shorts(MemorySegment segment, long from, long count) {
        return bytes(segment, from << 1, count << 1).asShortBuffer();
    }

    /// The whole numbers of 32 bits that fill a segment; what is left behind the last is not seen.
    public static IntBuffer ints(MemorySegment segment) {
        return bytes(segment).asIntBuffer();
    }

    /// The numbers `from` to `from + count` of those of 32 bits.
    public static IntBuffer ints(MemorySegment segment, long from, long count) {
        return bytes(segment, from << 2, count << 2).asIntBuffer();
    }

    /// The whole numbers of 64 bits that fill a segment; what is left behind the last is not seen.
    public static LongBuffer longs(MemorySegment segment) {
        return bytes(segment).asLongBuffer();
    }

    /// The numbers `from` to `from + count` of those of 64 bits.
    public static LongBuffer longs(MemorySegment segment, long from, long count) {
        return bytes(segment, from << 3, count << 3).asLongBuffer();
    }

    /// The floats that fill a segment; what is left behind the last is not seen.
    public static FloatBuffer floats(MemorySegment segment) {
        return bytes(segment).asFloatBuffer();
    }

    /// The floats `from` to `from + count`.
    public static FloatBuffer floats(MemorySegment segment, long from, long count) {
        return bytes(segment, from << 2, count << 2).asFloatBuffer();
    }

    /// The doubles that fill a segment; what is left behind the last is not seen.
    public static DoubleBuffer doubles(MemorySegment segment) {
        return bytes(segment).asDoubleBuffer();
    }

    /// The doubles `from` to `from + count`.
    public static DoubleBuffer doubles(MemorySegment segment, long from, long count) {
        return bytes(segment, from << 3, count << 3).asDoubleBuffer();
    }
}
