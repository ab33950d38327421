package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/// Where runs of bytes lie, such as the texts of rows in any order: a block of rows at a time.
///
/// A loop that looks up a run and works on it waits for memory twice a row, for the offset and then for the bytes,
/// and a branch on the run's size keeps the next row from starting meanwhile. The loops here have no such branch,
/// so many rows wait at once.
public final class RunPlaces {
    /// The rows of a block.
    public static final int ROWS = 256;

    /// Bytes that a second-level cache does not keep.
    private static final long FAR_BYTES = 2 << 20;

    /// Where each run of the block starts.
    public final long[] starts;

    /// How many bytes each run of the block has.
    public final long[] sizes;

    @SuppressWarnings("UnusedVariable") // written lest the loop that reads runs is compiled to nothing
    private long read;

    /// A block of no rows.
    public RunPlaces() {
        this(ROWS);
    }

    /// A block that never has more rows than this, and than [#ROWS].
    public RunPlaces(int mostRows) {
        starts = new long[Math.min(ROWS, mostRows)];
        sizes = new long[starts.length];
    }

    /// Finds the runs whose numbers are `count` ints of `rows`, [#ROWS] at most, from `from` on. A negative number
    /// gives no bytes.
    ///
    /// @param offsets the start of each run and the end of the last one
    /// @param bytes what the offsets point into
    public void find(IntBuffer offsets, ByteBuffer bytes, IntBuffer rows, int from, int count) {
        find(offsets, rows, from, count, starts, sizes);
        if (bytes.limit() >= FAR_BYTES) {
            read = readEnds(bytes, starts, sizes, count);
        }
    }

    private static void find(IntBuffer offsets, IntBuffer rows, int from, int count, long[] starts, long[] sizes) {
        for (int i = 0; i < count; i++) {
            int number = rows.get(from + i);
            int at = Math.max(0, number);
            int start = offsets.get(at);
            starts[i] = start;
            sizes[i] = (offsets.get(at + 1) - start) & ~(number >> (Integer.SIZE - 1));
        }
    }

    /// As [#readEnds(MemorySegment, long[], long[], int)].
    private static long readEnds(ByteBuffer bytes, long[] starts, long[] sizes, int count) {
        int last = bytes.limit() - 1;
        long read = 0;
        for (int i = 0; i < count; i++) {
            int start = Math.min((int) starts[i], last);
            int end = Math.max(start, (int) (starts[i] + sizes[i] - 1));
            read += bytes.get(start) ^ bytes.get(end);
        }
        return read;
    }

    /// The same of any number of bytes and rows.
    ///
    /// @param offsets the start of each run and the end of the last one, as longs if `wide`, else as ints
    /// @param bytes what the offsets point into
    public void find(
            MemorySegment offsets, boolean wide, MemorySegment bytes, MemorySegment rows, long from, int count) {
        if (wide) {
            findWide(offsets, rows, from, count, starts, sizes);
        } else {
            findNarrow(offsets, rows, from, count, starts, sizes);
        }
        if (bytes.byteSize() >= FAR_BYTES) {
            read = readEnds(bytes, starts, sizes, count);
        }
    }

    private static void findNarrow(
            MemorySegment offsets, MemorySegment rows, long from, int count, long[] starts, long[] sizes) {
        for (int i = 0; i < count; i++) {
            int number = rows.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            long at = (long) Math.max(0, number) << 2;
            long start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            starts[i] = start;
            sizes[i] =
                    (offsets.get(ValueLayout.JAVA_INT_UNALIGNED, at + Integer.BYTES) - start) & ~((long) number >> 63);
        }
    }

    private static void findWide(
            MemorySegment offsets, MemorySegment rows, long from, int count, long[] starts, long[] sizes) {
        for (int i = 0; i < count; i++) {
            int number = rows.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
            long at = (long) Math.max(0, number) << 3;
            long start = offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            starts[i] = start;
            sizes[i] = (offsets.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES) - start) & ~((long) number >> 63);
        }
    }

    /// A run may lie in two cache lines. Of an empty one that lies at the end, the byte before it is read.
    private static long readEnds(MemorySegment bytes, long[] starts, long[] sizes, int count) {
        long last = bytes.byteSize() - 1;
        long read = 0;
        for (int i = 0; i < count; i++) {
            long start = Math.min(starts[i], last);
            long end = Math.max(start, starts[i] + sizes[i] - 1);
            read += bytes.get(ValueLayout.JAVA_BYTE, start) ^ bytes.get(ValueLayout.JAVA_BYTE, end);
        }
        return read;
    }
}
