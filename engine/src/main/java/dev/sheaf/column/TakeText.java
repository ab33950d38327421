package dev.sheaf.column;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.RunPlaces;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Gathers texts: what the rows of each task take, from which follows where each task writes, then the bytes.
///
/// Bytes that lie under nulls count: nulls come in no order, and a branch for each would be wrong as often as there is
/// one. A negative row number gives no bytes.
final class TakeText {
    private static final String PURPOSE = "selected texts";

    private final MemorySegment starts;
    private final boolean wideStarts;
    private final MemorySegment source;
    private final MemorySegment rows;
    private final long count;
    private final long[] ends;

    private TakeText(VarColumn source, MemorySegment rows, long count) {
        this.starts = source.offsets().segment();
        this.wideStarts = source.offsets().wide();
        this.source = source.segment();
        this.rows = rows;
        this.count = count;
        this.ends = new long[RowTasks.count(count) + 1];
    }

    /// The texts of the rows as a column that takes over `validity`.
    static VarColumn rows(
            VarColumn source, MemorySegment rows, long count, Validity validity, MemoryPool pool, Tasks tasks) {
        TakeText texts = new TakeText(source, rows, count);
        if (source.length() > 0) {
            texts.measure(tasks);
        }
        long size = texts.ends[texts.ends.length - 1];
        boolean wide = size > Integer.MAX_VALUE;
        Buffer offsets = pool.allocateZeroed((count + 1) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE);
        try {
            Buffer bytes = pool.allocate(size + Long.BYTES, PURPOSE);
            try {
                if (source.length() > 0) {
                    texts.copy(offsets.segment(), wide, bytes.segment(), tasks);
                }
                return new VarColumn(source.type(), new Offsets(offsets, wide, count), bytes, validity);
            } catch (RuntimeException | Error failure) {
                bytes.close();
                throw failure;
            }
        } catch (RuntimeException | Error failure) {
            offsets.close();
            throw failure;
        }
    }

    private void measure(Tasks tasks) {
        RowTasks.run(count, tasks, (from, to) -> ends[task(from) + 1] = bytes(starts, wideStarts, rows, from, to));
        for (int task = 1; task < ends.length; task++) {
            ends[task] += ends[task - 1];
        }
    }

    private static int task(long from) {
        return (int) (from / RowTasks.ROWS);
    }

    private static long bytes(MemorySegment starts, boolean wide, MemorySegment rows, long from, long to) {
        long bytes = 0;
        for (long i = from; i < to; i++) {
            bytes += size(starts, wide, rows.getAtIndex(ValueLayout.JAVA_INT, i));
        }
        return bytes;
    }

    private static long size(MemorySegment starts, boolean wide, int number) {
        long row = row(number);
        return (start(starts, wide, row + 1) - start(starts, wide, row)) & ~((long) number >> 63);
    }

    /// Row 0 for a negative number.
    private static long row(int number) {
        return Math.max(0, number);
    }

    private static long start(MemorySegment starts, boolean wide, long row) {
        return wide
                ? starts.get(ValueLayout.JAVA_LONG_UNALIGNED, row << 3)
                : starts.get(ValueLayout.JAVA_INT_UNALIGNED, row << 2);
    }

    private void copy(MemorySegment offsets, boolean wide, MemorySegment target, Tasks tasks) {
        RowTasks.run(count, tasks, (from, to) -> {
            long end = ends[task(from)];
            long room = ends[task(from) + 1] + (to == count ? Long.BYTES : 0);
            RunPlaces places = new RunPlaces();
            for (long i = from; i < to; i += RunPlaces.ROWS) {
                int block = (int) Math.min(RunPlaces.ROWS, to - i);
                places.find(starts, wideStarts, source, rows, i, block);
                end = copy(source, places, block, target, end, room);
                setEnds(places.starts, block, offsets, wide, i + 1);
            }
        });
    }

    /// Copies texts to `first` and on, not past `room`, where another task writes. Returns the end of the last
    /// text, and writes those of all over the starts of the texts.
    private static long copy(
            MemorySegment source, RunPlaces places, int block, MemorySegment target, long first, long room) {
        long end = first;
        for (int i = 0; i < block; i++) {
            long size = places.sizes[i];
            ByteRuns.copy(source, places.starts[i], size, target, end, room);
            end += size;
            places.starts[i] = end;
        }
        return end;
    }

    private static void setEnds(long[] ends, int block, MemorySegment offsets, boolean wide, long from) {
        for (int i = 0; i < block; i++) {
            if (wide) {
                offsets.set(ValueLayout.JAVA_LONG_UNALIGNED, (from + i) << 3, ends[i]);
            } else {
                offsets.set(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2, (int) ends[i]);
            }
        }
    }
}
