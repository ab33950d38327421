package dev.sheaf.column.copy;

import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Bits in memory that may be larger than one view, the lowest of each byte first: whether rows are null, or true.
///
/// As long as none is that large, no other class than that of views is loaded, and loops are compiled for it alone.
/// Whoever made the segment keeps it open.
public abstract sealed class Bits {
    private static final ValueLayout.OfLong LE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /// The bits that fill a segment.
    public static Bits of(MemorySegment segment) {
        return segment.byteSize() <= Views.MAX_BYTES ? new Viewed(Views.bytes(segment)) : new Large(segment);
    }

    /// Eight bytes, the first one lowest.
    abstract long bytesFrom(long index);

    abstract byte byteAt(long index);

    abstract void putByte(long index, byte value);

    /// Writes 64 bits, those of word `word` of all words.
    public abstract void putWord(long word, long bits);

    /// A bit.
    public final boolean get(long bit) {
        return (byteAt(bit >>> 3) >>> (bit & 7) & 1) != 0;
    }

    /// 64 bits from bit `bit` on; may read into the padding of a buffer.
    public final long word(long bit) {
        long index = bit >>> 3;
        int shift = (int) (bit & 7);
        long low = bytesFrom(index) >>> shift;
        return shift == 0 ? low : low | (long) byteAt(index + Long.BYTES) << (Long.SIZE - shift);
    }

    /// Clears those of the 64 bits from `bit` on that are set in `mask`, and touches no byte without any.
    public final void clear(long bit, long mask) {
        clearBytes(bit >>> 3, mask << (bit & 7));
        if ((bit & 7) != 0) {
            clearBytes((bit >>> 3) + Long.BYTES, mask >>> (Long.SIZE - (bit & 7)));
        }
    }

    private void clearBytes(long first, long mask) {
        long left = mask;
        for (long index = first; left != 0; index++, left >>>= Byte.SIZE) {
            putByte(index, (byte) (byteAt(index) & ~left));
        }
    }

    /// How many of `count` bits from bit `first` on are set, whole words from a whole byte on.
    public final long count(long first, long count) {
        long set = 0;
        for (long index = first >>> 3, end = index + (count >>> 3); index < end; index += Long.BYTES) {
            set += Long.bitCount(bytesFrom(index));
        }
        return set;
    }

    /// The bits of up to 64 rows side by side, whose numbers stand from `from` on, 0 for a negative number; bit `first`
    /// is row 0. Nulls come in no order, so that a branch for each would be wrong as often as there is one.
    public final long gather(long first, int[] rows, int from, int size) {
        long word = 0;
        for (int i = 0; i < size; i++) {
            long row = rows[from + i];
            long bit = first + Math.max(0, row);
            long own = (long) byteAt(bit >>> 3) >>> (bit & 7);
            word |= (own & ~row >>> 63) << i;
        }
        return word;
    }

    private static final class Viewed extends Bits {
        private final ByteBuffer view;

        Viewed(ByteBuffer view) {
            this.view = view;
        }

        @Override
        long bytesFrom(long index) {
            return ByteRuns.lowWord(view, (int) index);
        }

        @Override
        byte byteAt(long index) {
            return view.get((int) index);
        }

        @Override
        void putByte(long index, byte value) {
            view.put((int) index, value);
        }

        @Override
        public void putWord(long word, long bits) {
            ByteRuns.putLowWord(view, (int) word << 3, bits);
        }
    }

    static final class Large extends Bits {
        private final MemorySegment segment;

        Large(MemorySegment segment) {
            this.segment = segment;
        }

        @Override
        long bytesFrom(long index) {
            return segment.get(LE_LONG, index);
        }

        @Override
        byte byteAt(long index) {
            return segment.get(ValueLayout.JAVA_BYTE, index);
        }

        @Override
        void putByte(long index, byte value) {
            segment.set(ValueLayout.JAVA_BYTE, index, value);
        }

        @Override
        public void putWord(long word, long bits) {
            segment.set(LE_LONG, word << 3, bits);
        }
    }
}
