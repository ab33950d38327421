package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;

/// Numbers of 32 bits in memory that may be larger than one view ([Views]), read and written in any order.
///
/// As long as none is that large, no other class than that of views is loaded, and loops are compiled for it alone.
public abstract sealed class Ints {
    /// The numbers that fill a segment.
    public static Ints of(MemorySegment segment) {
        return segment.byteSize() <= Views.MAX_BYTES ? new Viewed(Views.ints(segment)) : new Large(segment);
    }

    /// The number at an index.
    public abstract int get(int index);

    /// Writes the number at an index.
    public abstract void put(int index, int value);

    private static final class Viewed extends Ints {
        private final IntBuffer view;

        Viewed(IntBuffer view) {
            this.view = view;
        }

        @Override
        public int get(int index) {
            return view.get(index);
        }

        @Override
        public void put(int index, int value) {
            view.put(index, value);
        }
    }

    static final class Large extends Ints {
        private final MemorySegment segment;

        Large(MemorySegment segment) {
            this.segment = segment;
        }

        @Override
        public int get(int index) {
            return segment.get(ValueLayout.JAVA_INT_UNALIGNED, (long) index << 2);
        }

        @Override
        public void put(int index, int value) {
            segment.set(ValueLayout.JAVA_INT_UNALIGNED, (long) index << 2, value);
        }
    }
}
