package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;

/// Numbers of 32 bits in memory that may be larger than one view ([Views]), read and written in any order.
///
/// As long as none is that large, no other class than that of views is loaded, and loops are compiled for it alone.
/// Whoever made the segment keeps it open.
public abstract sealed class Ints {
    private final MemorySegment segment;

    private Ints(MemorySegment segment) {
        this.segment = segment;
    }

    /// The numbers that fill a segment.
    public static Ints of(MemorySegment segment) {
        return segment.byteSize() <= Views.MAX_BYTES ? new Viewed(segment) : new Large(segment);
    }

    /// The number at an index.
    public abstract int get(long index);

    /// Writes the number at an index.
    public abstract void put(long index, int value);

    /// The memory that the numbers lie in, for what copies or fills many at once.
    public final MemorySegment segment() {
        return segment;
    }

    /// Copies `count` numbers from index `from` on to the start of an array.
    public final void read(long from, int[] into, int count) {
        MemorySegment.copy(segment, ValueLayout.JAVA_INT_UNALIGNED, from << 2, into, 0, count);
    }

    /// Copies the first `count` numbers of an array to index `to` and on.
    public final void write(long to, int[] from, int count) {
        MemorySegment.copy(from, 0, segment, ValueLayout.JAVA_INT_UNALIGNED, to << 2, count);
    }

    /// Copies `count` numbers of `source`, from index `from` on, to index `to` and on.
    public final void copy(long to, Ints source, long from, int count) {
        MemorySegment.copy(source.segment, from << 2, segment, to << 2, (long) count << 2);
    }

    private static final class Viewed extends Ints {
        private final IntBuffer view;

        Viewed(MemorySegment segment) {
            super(segment);
            this.view = Views.ints(segment);
        }

        @Override
        public int get(long index) {
            return view.get((int) index);
        }

        @Override
        public void put(long index, int value) {
            view.put((int) index, value);
        }
    }

    static final class Large extends Ints {
        Large(MemorySegment segment) {
            super(segment);
        }

        @Override
        public int get(long index) {
            return segment().get(ValueLayout.JAVA_INT_UNALIGNED, index << 2);
        }

        @Override
        public void put(long index, int value) {
            segment().set(ValueLayout.JAVA_INT_UNALIGNED, index << 2, value);
        }
    }
}
