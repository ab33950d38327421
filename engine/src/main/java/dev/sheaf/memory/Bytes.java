package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/// Bytes in memory that may be larger than one view ([Views]), read and written as numbers of several widths in any
/// order, at any byte.
///
/// As long as none is that large, no other class than that of views is loaded, and loops are compiled for it alone.
public abstract sealed class Bytes {
    private Bytes() {}

    /// All bytes of a segment.
    public static Bytes of(MemorySegment segment) {
        return segment.byteSize() <= Views.MAX_BYTES ? new Viewed(Views.bytes(segment)) : new Large(segment);
    }

    /// The byte at `at`.
    public abstract byte get(long at);

    /// Writes the byte at `at`.
    public abstract void put(long at, byte value);

    /// The four bytes from `at` on.
    public abstract int getInt(long at);

    /// Writes the four bytes from `at` on.
    public abstract void putInt(long at, int value);

    /// Writes the eight bytes from `at` on.
    public abstract void putDouble(long at, double value);

    private static final class Viewed extends Bytes {
        private final ByteBuffer view;

        Viewed(ByteBuffer view) {
            this.view = view;
        }

        @Override
        public byte get(long at) {
            return view.get((int) at);
        }

        @Override
        public void put(long at, byte value) {
            view.put((int) at, value);
        }

        @Override
        public int getInt(long at) {
            return view.getInt((int) at);
        }

        @Override
        public void putInt(long at, int value) {
            view.putInt((int) at, value);
        }

        @Override
        public void putDouble(long at, double value) {
            view.putDouble((int) at, value);
        }
    }

    static final class Large extends Bytes {
        private final MemorySegment segment;

        Large(MemorySegment segment) {
            this.segment = segment;
        }

        @Override
        public byte get(long at) {
            return segment.get(ValueLayout.JAVA_BYTE, at);
        }

        @Override
        public void put(long at, byte value) {
            segment.set(ValueLayout.JAVA_BYTE, at, value);
        }

        @Override
        public int getInt(long at) {
            return segment.get(ValueLayout.JAVA_INT_UNALIGNED, at);
        }

        @Override
        public void putInt(long at, int value) {
            segment.set(ValueLayout.JAVA_INT_UNALIGNED, at, value);
        }

        @Override
        public void putDouble(long at, double value) {
            segment.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
        }
    }
}
