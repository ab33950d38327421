package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.LongBuffer;

/// Numbers of 64 bits in memory that may be larger than one view ([Views]), read and written in any order.
///
/// As long as none is that large, no other class than that of views is loaded, and loops are compiled for it alone.
/// Whoever made the segment keeps it open.
public abstract sealed class Longs {
    private final MemorySegment segment;

    private Longs(MemorySegment segment) {
        this.segment = segment;
    }

    /// The numbers that fill a segment.
    public static Longs of(MemorySegment segment) {
        return segment.byteSize() <= Views.MAX_BYTES ? new Viewed(segment) : new Large(segment);
    }

    /// The number at an index.
    public abstract long get(long index);

    /// Writes the number at an index.
    public abstract void put(long index, long value);

    /// The memory that the numbers lie in, for what copies or fills many at once.
    public final MemorySegment segment() {
        return segment;
    }

    /// Copies `count` numbers from index `from` on to the start of an array.
    public final void read(long from, long[] into, int count) {
        MemorySegment.copy(segment, ValueLayout.JAVA_LONG_UNALIGNED, from << 3, into, 0, count);
    }

    /// Copies the first `count` numbers of an array to index `to` and on.
    public final void write(long to, long[] from, int count) {
        MemorySegment.copy(from, 0, segment, ValueLayout.JAVA_LONG_UNALIGNED, to << 3, count);
    }

    /// Copies `count` numbers of `source`, from index `from` on, to index `to` and on.
    public final void copy(long to, Longs source, long from, int count) {
        MemorySegment.copy(source.segment, from << 3, segment, to << 3, (long) count << 3);
    }

    private static final class Viewed extends Longs {
        private final LongBuffer view;

        Viewed(MemorySegment segment) {
            super(segment);
            this.view = Views.longs(segment);
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
        Large(MemorySegment segment) {
            super(segment);
        }

        @Override
        public long get(long index) {
            return segment().get(ValueLayout.JAVA_LONG_UNALIGNED, index << 3);
        }

        @Override
        public void put(long index, long value) {
            segment().set(ValueLayout.JAVA_LONG_UNALIGNED, index << 3, value);
        }
    }
}
