package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;

/// Numbers of 64 bits in memory that may be larger than one view ([Views]), read and written in any order.
///
/// As long as none is that large, no other class than that of views is loaded, and loops are compiled for it alone.
public abstract sealed class Longs {
    /// The numbers that fill a segment.
    public static Longs of(MemorySegment segment) {
        return segment.byteSize() <= Views.MAX_BYTES ? new Viewed(Views.longs(segment)) : new Large(segment);
    }

    /// The number at an index.
    public abstract long get(long index);

    /// Writes the number at an index.
    public abstract void put(long index, long value);

    private static final class Viewed extends Longs {
        private final LongBuffer view;

        Viewed(LongBuffer view) {
            this.view = view;
        }

        @Override
        public long get(long index) {
            return view.get((int) index);
        }

        @Override
        public void put(long index, long value) {
            view.put((int) index, value);
        }
    }

    static final class Large extends Longs {
        private final MemorySegment segment;

        Large(MemorySegment segment) {
            this.segment = segment;
        }

        @Override
        public long get(long index) {
            return segment.get(ValueLayout.JAVA_LONG_UNALIGNED, index << 3);
        }

        @Override
        public void put(long index, long value) {
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, index << 3, value);
        }
    }
}
