package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/// Runs of bytes that lie one behind the other, such as the texts of a column, found by their numbers.
///
/// Loops go over views wherever positions are int32 and all bytes fit a view, as nearly everywhere. Whoever made the
/// segments keeps them open.
public sealed interface RunMemory {
    /// Bytes that a second-level cache does not keep.
    long FAR_BYTES = 2 << 20;

    /// Runs of `bytes` that start where `offsets` say, the last of which is where the last run ends: int64 if `wide`,
    /// else int32.
    static RunMemory of(MemorySegment offsets, boolean wide, MemorySegment bytes) {
        boolean fit = !wide && Math.max(offsets.byteSize(), bytes.byteSize()) <= Views.MAX_BYTES;
        return fit ? new Viewed(Views.ints(offsets), Views.bytes(bytes)) : new Large(offsets, wide, bytes);
    }

    /// Finds where the runs with the first `count` numbers of `rows` start, and their sizes. A negative number gives no
    /// bytes.
    void find(int[] rows, int count, long[] starts, long[] sizes);

    /// Writes eight bytes of some runs from byte `depth` on, the first one highest, zeros in the place of those that
    /// a run lacks.
    void words(long[] starts, long[] sizes, long depth, int count, long[] words);

    /// Reads the first and the last byte of runs, which may lie in two cache lines.
    long readEnds(long[] starts, long[] sizes, int count);

    /// Whether reading ends pays.
    boolean areFar();

    /// Compares a run with one of others as unsigned bytes, the shorter first if one begins the other.
    int compare(long run, RunMemory others, long other);

    /// Where a run starts.
    long start(long run);

    /// Eight bytes from byte `at` on, the first one highest, zeros in the place of those that are not among the next
    /// `left`.
    long word(long at, long left);

    /// All bytes.
    MemorySegment bytes();

    /// Runs that views see.
    record Viewed(IntBuffer offsets, ByteBuffer view) implements RunMemory {
        @Override
        public void find(int[] rows, int count, long[] starts, long[] sizes) {
            for (int i = 0; i < count; i++) {
                int number = rows[i];
                int at = Math.max(0, number);
                int start = offsets.get(at);
                starts[i] = start;
                int size = offsets.get(at + 1) - start;
                sizes[i] = size & ~(number >> (Integer.SIZE - 1));
            }
        }

        @Override
        public void words(long[] starts, long[] sizes, long depth, int count, long[] words) {
            for (int i = 0; i < count; i++) {
                words[i] = word(starts[i] + depth, sizes[i] - depth);
            }
        }

        /// Of an empty run that lies at the end, the byte before it is read.
        @Override
        public long readEnds(long[] starts, long[] sizes, int count) {
            int last = view.limit() - 1;
            long read = 0;
            for (int i = 0; i < count; i++) {
                int start = Math.min((int) starts[i], last);
                int end = Math.max(start, (int) (starts[i] + sizes[i] - 1));
                read += view.get(start) ^ view.get(end);
            }
            return read;
        }

        @Override
        public boolean areFar() {
            return view.limit() >= FAR_BYTES;
        }

        @Override
        public int compare(long run, RunMemory others, long other) {
            if (!(others instanceof Viewed(IntBuffer otherOffsets, ByteBuffer otherView))) {
                return -others.compare(other, this, run);
            }
            int start = offsets.get((int) run);
            int otherStart = otherOffsets.get((int) other);
            int size = offsets.get((int) run + 1) - start;
            return ByteRuns.compare(
                    view, start, size, otherView, otherStart, otherOffsets.get((int) other + 1) - otherStart);
        }

        @Override
        public long start(long run) {
            return offsets.get((int) run);
        }

        @Override
        public long word(long at, long left) {
            return left <= 0 ? 0 : ByteRuns.firstWord(view, (int) at, (int) Math.min(Long.BYTES, left));
        }

        @Override
        public MemorySegment bytes() {
            return MemorySegment.ofBuffer(view);
        }
    }

    /// Runs with positions of 64 bits, or in memory that is larger than a view.
    record Large(MemorySegment offsets, boolean wide, MemorySegment bytes) implements RunMemory {
        @Override
        public void find(int[] rows, int count, long[] starts, long[] sizes) {
            for (int i = 0; i < count; i++) {
                long at = Math.max(0, rows[i]);
                starts[i] = start(at);
                sizes[i] = (start(at + 1) - starts[i]) & ~((long) rows[i] >> 63);
            }
        }

        @Override
        public void words(long[] starts, long[] sizes, long depth, int count, long[] words) {
            for (int i = 0; i < count; i++) {
                words[i] = word(starts[i] + depth, sizes[i] - depth);
            }
        }

        @Override
        public long readEnds(long[] starts, long[] sizes, int count) {
            long last = bytes.byteSize() - 1;
            long read = 0;
            for (int i = 0; i < count; i++) {
                long start = Math.min(starts[i], last);
                long end = Math.max(start, starts[i] + sizes[i] - 1);
                read += bytes.get(ValueLayout.JAVA_BYTE, start) ^ bytes.get(ValueLayout.JAVA_BYTE, end);
            }
            return read;
        }

        @Override
        public boolean areFar() {
            return bytes.byteSize() >= FAR_BYTES;
        }

        @Override
        public int compare(long run, RunMemory others, long other) {
            long start = start(run);
            long otherStart = others.start(other);
            long otherSize = others.start(other + 1) - otherStart;
            return ByteRuns.compare(bytes, start, start(run + 1) - start, others.bytes(), otherStart, otherSize);
        }

        @Override
        public long word(long at, long left) {
            return left <= 0 ? 0 : ByteRuns.firstWord(bytes, at, left);
        }

        @Override
        public long start(long run) {
            return wide
                    ? offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, run << 3)
                    : offsets.get(ValueLayout.JAVA_INT_UNALIGNED, run << 2);
        }
    }
}
