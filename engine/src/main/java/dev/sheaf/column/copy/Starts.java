package dev.sheaf.column.copy;

import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import java.lang.foreign.MemorySegment;

/// Where texts or lists start that lie one behind the other: int32, or int64 where they do not fit; one more than there
/// are rows, the last where all end. Whoever made the segment keeps it open.
public abstract sealed class Starts {
    private static final int BLOCK_ROWS = 1 << 10;

    /// The positions that lie in a segment, int64 if `wide`.
    public static Starts of(MemorySegment segment, boolean wide) {
        return wide ? new Wide(Longs.of(segment)) : new Narrow(Ints.of(segment));
    }

    /// Where a row starts.
    public abstract long get(long row);

    /// Writes where a row starts.
    public abstract void put(long row, long start);

    /// The size of a row; 0 for a negative number.
    public final long size(int number) {
        long row = Math.max(0, number);
        return (get(row + 1) - get(row)) & ~((long) number >> 63);
    }

    /// The sizes of the first `count` of some rows, added up.
    public final long bytes(int[] rows, int count) {
        long bytes = 0;
        for (int i = 0; i < count; i++) {
            bytes += size(rows[i]);
        }
        return bytes;
    }

    /// Makes int32 of the first `count` int64, where they lie.
    public static void narrow(MemorySegment starts, long count) {
        Longs wide = Longs.of(starts);
        Ints narrow = Ints.of(starts);
        long[] block = new long[BLOCK_ROWS];
        int[] narrowed = new int[BLOCK_ROWS];
        for (long from = 0; from < count; from += BLOCK_ROWS) {
            int size = (int) Math.min(BLOCK_ROWS, count - from);
            wide.read(from, block, size);
            for (int i = 0; i < size; i++) {
                narrowed[i] = (int) block[i];
            }
            narrow.write(from, narrowed, size);
        }
    }

    /// Copies where `count` rows from `row` on start, each moved by `shift`, to row `to` of others and on.
    public final void shift(long row, long shift, long count, Starts target, long to) {
        if (this instanceof Narrow own && target instanceof Narrow others) {
            shift(own.starts, row, (int) shift, count, others.starts, to);
            return;
        }
        for (long i = 0; i < count; i++) {
            target.put(to + i, get(row + i) + shift);
        }
    }

    /// A loop over ints, which runs on many at once.
    private static void shift(Ints starts, long row, int shift, long count, Ints target, long to) {
        int[] block = new int[(int) Math.min(BLOCK_ROWS, count)];
        for (long from = 0; from < count; from += BLOCK_ROWS) {
            int size = (int) Math.min(BLOCK_ROWS, count - from);
            starts.read(row + from, block, size);
            for (int i = 0; i < size; i++) {
                block[i] += shift;
            }
            target.write(to + from, block, size);
        }
    }

    private static final class Narrow extends Starts {
        private final Ints starts;

        Narrow(Ints starts) {
            this.starts = starts;
        }

        @Override
        public long get(long row) {
            return starts.get(row);
        }

        @Override
        public void put(long row, long start) {
            starts.put(row, (int) start);
        }
    }

    private static final class Wide extends Starts {
        private final Longs starts;

        Wide(Longs starts) {
            this.starts = starts;
        }

        @Override
        public long get(long row) {
            return starts.get(row);
        }

        @Override
        public void put(long row, long start) {
            starts.put(row, start);
        }
    }
}
